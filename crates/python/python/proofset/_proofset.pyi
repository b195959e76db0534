"""The part that is written in Rust. Its classes and functions are those of the package, without what is made for people."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, final

__all__ = [
    "DoesNotHold",
    "Error",
    "Session",
    "Undecided",
    "__version__",
    "algorithms",
    "convert",
    "decode",
    "expand",
    "games",
    "header",
    "is_file",
    "join",
    "memory",
    "svg",
    "verify",
    "words",
    "work",
]

__version__: str

class Error(ValueError): ...
class Undecided(Error): ...
class DoesNotHold(Error):
    #: The number of the record that does not hold.
    record: int | None

@final
class Session:
    def __new__(
        cls,
        game: object,
        position: object | None = None,
        goal: str | None = None,
        how: tuple[str | None, int | None, bool] = (None, None, False),
        value: bool = False,
        known: str | PathLike[str] | None = None,
    ) -> Session: ...
    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def goal(self) -> str: ...
    @property
    def algorithm(self) -> str: ...
    def advance(
        self,
        expansions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        progress: Callable[[dict[str, Any]], object] | None = None,
    ) -> dict[str, Any]: ...
    def certificate(self) -> bytes: ...
    def record(self, line: Sequence[str], extension: str) -> str | None: ...
    def algorithms(self) -> list[str]: ...

def expand(session: Session, number: int) -> tuple[str, list[tuple[str, int, str]]]: ...
def work(
    session: Session,
    path: Sequence[int],
    expansions: int | None = None,
    bytes: int | None = None,
    seconds: float | None = None,
) -> dict[str, Any] | None: ...
def words(session: Session, verdict: str, stop: str, line: Sequence[str]) -> tuple[str, str, int]: ...
def verify(certificate: bytes, game: object | None = None, position: object | None = None) -> dict[str, Any]: ...
def header(certificate: bytes) -> dict[str, str]: ...
def convert(certificate: bytes) -> str: ...
def svg(certificate: bytes, depth: int | None = None, most_nodes: int = 1000) -> str: ...
def games() -> list[dict[str, Any]]: ...
def algorithms() -> list[dict[str, Any]]: ...
def memory(text: str) -> int: ...
def decode(game: str, bytes: bytes) -> str: ...
def is_file(game: str, text: str) -> bool: ...
def join() -> None: ...
