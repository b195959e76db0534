"""Certificates made of certificates.

The idea: a strategy for the top of a graph ends at positions that have certificates of their own. Their records are appended,
with numbers moved and moves written into one dictionary. Nothing is believed on the way: whoever reads the result checks it
with the rules alone. The form is that of the chapter on certificates.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from proofset._proofset import Error

MAGIC = b"PROOFSET"
END = b"DONE"


@dataclass
class Record:
    """A record: its edges, each a move with the number of a record, and whether all moves of a position are answered.

    A record without edges that does not answer all moves is a leaf. ``sequence`` is a threat sequence.
    """

    edges: list[tuple[str, int]]
    is_all: bool = False
    sequence: tuple[str, ...] | None = None


@dataclass
class Certificate:
    """A certificate in parts."""

    game: str
    position: str
    goal: str
    verdict: str
    records: list[Record]
    #: Where each of the certificates begins that this one is made of.
    starts: list[int] = field(default_factory=list)


class WrongPart(Error):
    """A part that cannot be one of the proof. ``place`` says which."""

    def __init__(self, place: int, why: str) -> None:
        super().__init__(f"a part of the proof {why}")
        self.place = place


class _Input:
    """Reads numbers and texts."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        data, at = self.data, self.at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                self.at = at
                return value

    def text(self) -> str:
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at].decode()


def is_whole(data: bytes) -> bool:
    """Whether a certificate in the binary form is as it was written."""
    return data[:8] == MAGIC and zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")


def read(data: bytes) -> Certificate:
    """Reads a certificate in the binary form in which no move leads back. ``ValueError`` says what is wrong with it."""
    if not is_whole(data):
        raise ValueError("came back damaged")
    try:
        return _read(data)
    except (IndexError, UnicodeDecodeError):
        raise ValueError("is no certificate") from None


def _read(data: bytes) -> Certificate:
    from_ = _Input(data)
    from_.at = 8
    version = from_.number()
    if version not in (1, 3):
        raise ValueError("goes round in circles, and such parts cannot be put together")
    game, position, goal = from_.text(), from_.text(), from_.text()
    verdict = "proven" if data[from_.at] else "disproven"
    from_.at += 1
    moves: list[str] = []

    def move() -> str:
        number = from_.number()
        if number == len(moves):
            moves.append(from_.text())
        return moves[number]

    records = []
    count_of_records = from_.number()
    for number in range(count_of_records):
        tag = from_.number()
        record = Record([])
        has_sequence = version == 3 and (tag == 2 or (tag > 3 and tag % 2 == 0))
        count = (0, 1)[tag] if tag < 2 else tag - 2 if version == 1 else 0 if tag == 2 else (tag - 3) // 2
        record.is_all = tag >= (2 if version == 1 else 3)
        for _ in range(count):
            text = move()
            to = number + from_.number()
            if not number < to < count_of_records:
                raise ValueError("has moves to records that there are not")
            record.edges.append((text, to))
        if has_sequence:
            threats = from_.number()
            record.sequence = tuple(move() for _ in range(3 * threats - 2))
        records.append(record)
    return Certificate(game, position, goal, verdict, records)


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _text(text: str) -> bytes:
    data = text.encode()
    return _number(len(data)) + data


def write(certificate: Certificate) -> bytes:
    """Writes a certificate in binary form."""
    has_sequences = any(record.sequence for record in certificate.records)
    out = [MAGIC, _number(3 if has_sequences else 1)]
    out += [_text(text) for text in (certificate.game, certificate.position, certificate.goal)]
    out += [b"\1" if certificate.verdict == "proven" else b"\0", _number(len(certificate.records))]
    known: dict[str, bytes] = {}

    def move(text: str) -> bytes:
        number = known.get(text)
        if number is None:
            known[text] = number = _number(len(known))
            return number + _text(text)
        return number

    for place, record in enumerate(certificate.records):
        edges = len(record.edges)
        if not record.is_all:
            tag = 2 if record.sequence else edges
        elif has_sequences:
            tag = 3 + 2 * edges + (record.sequence is not None)
        else:
            tag = 2 + edges
        out.append(_number(tag))
        for text, to in record.edges:
            out += [move(text), _number(to - place)]
        if record.sequence:
            out.append(_number((len(record.sequence) + 2) // 3))
            out += [move(text) for text in record.sequence]
    out.append(END)
    data = b"".join(out)
    return data + zlib.crc32(data).to_bytes(4, "little")


def stitch(top: Certificate, parts: Iterable[tuple[Sequence[int], bytes]]) -> Certificate:
    """Puts certificates below the records of a top.

    Each part comes with the numbers of the records of the top that stand for its position: edges to them become edges to the
    first record of the part. The numbers must be those of the last records of the top, which are dropped. ``WrongPart`` says which part
    cannot be one.
    """
    parts = list(parts)
    dropped = {number: place for place, (numbers, _) in enumerate(parts) for number in numbers}
    kept = len(top.records) - len(dropped)
    if set(dropped) != set(range(kept, len(top.records))):
        raise Error("parts of a proof stand for its last records")
    records = [Record(list(record.edges), record.is_all, record.sequence) for record in top.records[:kept]]
    first: list[int] = []
    for place, (_, data) in enumerate(parts):
        try:
            part = read(data)
        except ValueError as error:
            raise WrongPart(place, str(error)) from None
        if (part.game, part.goal, part.verdict) != (top.game, top.goal, top.verdict):
            about, wanted = (f"{it.game}, {it.goal}, {it.verdict}" for it in (part, top))
            raise WrongPart(place, f"is about {about}, and not about {wanted}")
        if not part.records:
            raise WrongPart(place, "has no records")
        offset = len(records)
        first.append(offset)
        for record in part.records:
            record.edges = [(text, to + offset) for text, to in record.edges]
        records += part.records
    for record in records[:kept]:
        record.edges = [(text, first[dropped[to]] if to in dropped else to) for text, to in record.edges]
    return Certificate(top.game, top.position, top.goal, top.verdict, records, first)


def longest_line(records: Sequence[Record]) -> list[str]:
    """The longest line of play along a strategy."""
    length = [0] * len(records)
    best: list[tuple[str, int] | None] = [None] * len(records)
    for place in range(len(records) - 1, -1, -1):
        for text, to in records[place].edges:
            if best[place] is None or length[to] + 1 > length[place]:
                length[place], best[place] = length[to] + 1, (text, to)
    line, place = [], 0
    while (edge := best[place]) is not None:
        line.append(edge[0])
        place = edge[1]
    return line
