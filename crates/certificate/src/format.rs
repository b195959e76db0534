//! The certificate format, versions 1 to 3: its constants and its full description.
//!
//! This text and the rules of a game are all that is needed to write a checker in another language.
//!
//! # What a certificate says
//!
//! A certificate names a **game**, a **position** and a **goal** (three texts), a **verdict** (*proven*: the goal can
//! be reached against every defence; *disproven*: it cannot), and it holds a strategy that shows why the verdict is
//! true, as a directed graph. The side that the verdict favours is the *chooser*: in a proof, the side that
//! wants the goal; in a disproof, the side that wants to prevent it.
//!
//! The strategy is a list of **records**, numbered from 0. Record 0 stands for the position of the header, and every
//! other record for the position that is reached by playing along edges from there. There are three kinds,
//! and a fourth in version 3:
//!
//! | kind | the position | edges |
//! | --- | --- | --- |
//! | leaf | the rules end play here, with the value of the verdict | none |
//! | choice | the chooser moves (an OR node of a proof, an AND node of a disproof) | exactly one |
//! | all | the other side moves | one for every legal move; none if there is no legal move |
//!
//! An edge is a move, in the game's usual notation, and the number of the record of the position that the move leads
//! to. Two edges may lead to the same record if they lead to the same position. The edges of an *all* record may stand
//! in any order; a writer uses the order of its move generator. Every record but record 0 is the end of at least one
//! edge of a record with a smaller number. Where whoever repeats a position loses, a leaf record may also stand for a position
//! that the other side has [come back to](#what-a-checker-does).
//!
//! # The three versions
//!
//! In **version 1 every edge leads to a record with a larger number.** No chain of edges can therefore come back to
//! where it began, every line of play ends, and a repetition of positions cannot pass for a proof.
//!
//! In **version 2 an edge may lead back**, to a record with a smaller number or to its own, but not to a leaf record.
//! Play along such a strategy may go on for ever. That is a proof only where the rules of the problem say that play
//! without end has the value of the verdict: where a repeated position disproves (a mate, or a win where repetition is
//! a draw), a disproof may go round in circles, and where a repeated position proves, a proof may. An edge back in any
//! other certificate is an error, and so is every edge back where whoever repeats a position loses, for then the value
//! of a position depends on the line that led to it.
//!
//! In **version 3 a threat sequence may stand for many records.** Its edges lead forward as in version 1. A *threat
//! sequence* is a list of moves *c1 d1 w1 c2 d2 w2 ... cn*, whose length is therefore 1, 4, 7 and so on. In a position
//! where the chooser moves it says: the chooser plays *c1*; whatever legal move but *d1* the other side replies with, the
//! chooser's *w1* ends play with the value of the verdict; after *d1* the chooser plays *c2*, and so on; *cn* ends play
//! with the value of the verdict. If any position on the way is finished with that value already, or *d1* is no legal
//! move, the rest is not needed. Two kinds of records hold one:
//!
//! | kind | the position | threat sequence |
//! | --- | --- | --- |
//! | sequence | the chooser moves | always, and no edges |
//! | all | the other side moves | perhaps: it is played after every legal move that has no edge |
//!
//! So an *all* record need not list the moves that leave a threat unanswered: of two hundred moves against an open
//! four, the three that matter. Where whoever repeats a position loses there are no threat sequences.
//!
//! A writer uses version 2 only if an edge leads back, and version 3 only if a record holds a threat sequence.
//!
//! An *all* record without edges says that the side to move has no choice left although the rules do not call the
//! position finished. Games seldom have such positions; hand-made AND/OR graphs do.
//!
//! # Binary form
//!
//! A *varint* is an unsigned number in LEB128: seven bits per byte, the least significant first, the high bit set on
//! every byte but the last. It must be as short as possible (no last byte `00` after a first one) and fit in 64 bits. A
//! *text* is a varint length in bytes and that many bytes of UTF-8.
//!
//! | part | content |
//! | --- | --- |
//! | magic | the eight bytes `50 52 4F 4F 46 53 45 54`, `PROOFSET` in ASCII |
//! | version | varint, `1`, `2` or `3` |
//! | game | text, at most 2^24 bytes, like the next two |
//! | position | text |
//! | goal | text |
//! | verdict | one byte: `01` proven, `00` disproven |
//! | count | varint, the number of records, from 1 to 2^32 - 1 |
//! | records | that many records, record 0 first |
//! | end mark | the four bytes `44 4F 4E 45`, `DONE` in ASCII |
//! | checksum | four bytes, least significant first: CRC-32 of all the bytes before it |
//!
//! Nothing follows the checksum. The CRC-32 is the one of gzip, zip and PNG (polynomial `04C11DB7`, reflected, initial
//! value and final XOR `FFFFFFFF`; the nine bytes `123456789` give `CBF43926`).
//!
//! A record is a varint *tag* and its edges:
//!
//! | tag | kind |
//! | --- | --- |
//! | 0 | leaf, no edges |
//! | 1 | choice, one edge |
//! | 2 + k | all, k edges |
//!
//! In version 3 the tags are others:
//!
//! | tag | kind |
//! | --- | --- |
//! | 0 | leaf, no edges |
//! | 1 | choice, one edge |
//! | 2 | sequence: a threat sequence |
//! | 3 + 2k | all, k edges |
//! | 4 + 2k | all, k edges, and after them a threat sequence |
//!
//! A threat sequence is a varint *n*, the number of threats, at least 1 and at most 4096, and 3n - 2 moves, each with the
//! first two parts of an edge. An edge is
//!
//! | part | content |
//! | --- | --- |
//! | move | varint: the number of a move text in the dictionary |
//! | text | only if that number equals the size of the dictionary: a text of at most 4096 bytes, appended to it |
//! | delta | varint: the number of the edge's record minus the number of this record |
//!
//! In versions 1 and 3 the delta is at least 1 and is written as it is. In version 2 a delta *d* of any sign is written as
//! *2d* if it is not negative, and as *-2d - 1* if it is: `00` is an edge to the record itself, `01` one to the record
//! before, `02` one to the next.
//!
//! The *dictionary* starts empty and grows while the file is read: the first edge has move 0 and a text, and a move
//! that occurred before is only a number. A move number above the size of the dictionary is an error.
//!
//! # JSON form
//!
//! One object, keys in any order, no others allowed:
//!
//! ```json
//! {"format": "proofset-certificate", "version": 1,
//!  "game": "take-away", "position": "4", "goal": "first:win", "verdict": "proven",
//!  "nodes": [
//!   {"kind": "choice", "moves": [["1", 1]]},
//!   {"kind": "all", "moves": [["1", 2], ["2", 3]]},
//!   {"kind": "choice", "moves": [["2", 4]]},
//!   {"kind": "choice", "moves": [["1", 4]]},
//!   {"kind": "leaf"}
//!  ]}
//! ```
//!
//! In version 3 a record of the kind `"sequence"` has its moves as a list of texts, `"sequence": ["a1", "b2", "b2", "c3"]`,
//! and an *all* record may have one in the same way, beside its `"moves"`.
//!
//! The edges hold the number of the record itself, not the delta. `"moves"` may be left out where it is empty. The same
//! rules hold as for the binary form: above all, with `"version": 1` or `3` every edge leads to a larger number. There is no
//! checksum.
//!
//! A file is JSON if its first byte is `{` or white space (space, tab, line feed, carriage return), else binary.
//!
//! # What a checker does
//!
//! One pass, in order, with nothing but the rules. Keep a table from record numbers to positions; at the start it holds
//! the header's position under 0. For each record take its position out of the table (if there is none, the record
//! cannot be reached: reject), compare its kind with what the rules say about the position, and for each edge make the
//! move: an illegal move, a move listed twice or, in an *all* record, a legal move without an edge is an error. The
//! position reached goes into the table under the edge's number; if the table already holds one there, the two must be
//! equal, or the rules must name a position that decides both, which takes its place. In version 1 a position's record
//! comes after all the edges to it, so the table holds only positions whose record is still to come.
//!
//! In version 2 the positions of choice and all records stay in a second table, under the number of their record. An
//! edge that leads back must reach the position that this table holds under its number; if it holds none, the edge
//! leads back to a leaf, which is an error. Before the first edge back is followed, the rules must say that play
//! without end has the value of the verdict.
//!
//! In version 3 a threat sequence is played out where it stands: from the position of a *sequence* record, and from every
//! position that a legal move without an edge of an *all* record leads to. Every legal reply is made, and each move of the
//! sequence must be legal where it is played.
//!
//! Where whoever repeats a position loses, the value of a position depends on the line that led to it, and one position may
//! have several records, each for other lines. A line is a way from record 0 along edges, which all lead forward here. There
//! a checker carries two sets of positions with each record that is to come: those that *every* line to the record has been
//! through, and those that *some* line has been through. Along an edge both are those of the edge's record and that
//! record's own position; where several edges lead to a record, the first is the intersection, and the second the union. Then
//!
//! * the move of a *choice* record is an error if it reaches a position that *some* line to the record has been through, its
//!   own position among them;
//! * a *leaf* record may also stand for a position where play is not over, but only if each edge to it is one of an *all*
//!   record and reaches a position that *every* line to that record has been through, its own position among them: by that
//!   move the other side has lost;
//! * positions that share a record must be equal, and there are neither edges back nor threat sequences.
//!
//! This holds only where positions can repeat: in a problem whose positions have a rank, a number that grows with every move,
//! certificates are as elsewhere.

/// The first bytes of a certificate in binary form.
pub const MAGIC: [u8; 8] = *b"PROOFSET";

/// The value of `"format"` in a certificate in JSON form.
pub const JSON_FORMAT: &str = "proofset-certificate";

/// The version of certificates whose edges all lead forward.
pub const ACYCLIC_VERSION: u64 = 1;

/// The version of certificates whose edges may lead back.
pub const CYCLIC_VERSION: u64 = 2;

/// The version of certificates whose records may hold threat sequences.
pub const SEQUENCES_VERSION: u64 = 3;

/// The bytes after the last record.
pub const END_MARK: [u8; 4] = *b"DONE";

/// The most bytes of each of the three texts of the header.
pub const MAX_HEADER_TEXT: usize = 1 << 24;

/// The most bytes of a move text.
pub const MAX_MOVE_TEXT: usize = 1 << 12;

/// The most threats of a threat sequence.
pub const MAX_THREATS: u64 = 1 << 12;

/// The tag of a leaf record.
pub(crate) const TAG_LEAF: u64 = 0;
/// The tag of a choice record.
pub(crate) const TAG_CHOICE: u64 = 1;
/// The tag of an all record without edges; each edge adds one.
pub(crate) const TAG_ALL: u64 = 2;
/// In version 3, the tag of a sequence record.
pub(crate) const TAG_SEQUENCE: u64 = 2;
/// In version 3, the tag of an all record without edges; each edge adds two, and a threat sequence one.
pub(crate) const TAG_ALL_OR_REST: u64 = 3;
