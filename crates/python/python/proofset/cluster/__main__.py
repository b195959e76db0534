"""The command ``python -m proofset.cluster``: what ``proofset solve --workers`` does."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

from proofset import DoesNotHold, Error, _proofset
from proofset.cluster import ClusterResult, solve

DECIDED, CHECK_FAILED, BAD_INPUT, UNDECIDED = 0, 1, 2, 3


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    description = "Answers a question by many workers, and hands back one proof."
    parser = argparse.ArgumentParser(prog="python -m proofset.cluster", description=description, allow_abbrev=False)
    parser.add_argument("game", help="a game with its parameters")
    parser.add_argument("position", nargs="?", help="a position in its notation, a file where the game has such, or - for standard input")
    parser.add_argument("--goal", help="what is asked")
    parser.add_argument("--algorithm", help="a depth-first search")
    parser.add_argument("--workers", default="2", help="N or local:N for threads of this process, ray:N for actors of Ray")
    parser.add_argument("--threads", type=int, metavar="N", help="threads of each worker")
    parser.add_argument("--memory", default="4GiB", metavar="SIZE", help="what each worker may hold")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="when to give up")
    parser.add_argument("--job-seconds", type=float, default=1.0, metavar="SECONDS", help="the least that a job takes")
    parser.add_argument("--checkpoint", metavar="FILE", help="a file to write, and to take up if it is there")
    parser.add_argument("--checkpoint-every", type=float, default=30.0, metavar="SECONDS", help="how often it is written")
    parser.add_argument("--certificate", metavar="FILE", help="where the proof goes: as JSON if the name ends so")
    parser.add_argument("--json", action="store_true", help="print one JSON object, with the keys of proofset solve and some more")
    parser.add_argument("--quiet", action="store_true", help="print the verdict only, and no progress")
    return parser.parse_args(arguments)


def _position(game: str, text: str | None) -> str | Path | None:
    """A position as the program takes it: a text, a file, or standard input."""
    if text is None:
        return None
    if text == "-":
        return _proofset.decode(game.split(":")[0], sys.stdin.buffer.read()).strip()
    return Path(text) if _proofset.is_file(game, text) else text


def _object(result: ClusterResult) -> dict[str, Any]:
    """What was found, with the keys of the program's JSON."""
    found = result.to_dict()
    table = {
        "proof": "inf" if result.proof_number is None else result.proof_number,
        "disproof": "inf" if result.disproof_number is None else result.disproof_number,
        "workers": result.workers,
        "kind": result.kind,
        "jobs": len(result.jobs),
        "lost": result.lost,
        "dismissed": result.dismissed,
        "utilisation": result.utilisation,
    }
    names = "game position goal algorithm verdict stop expanded expanded_again second_level visits generated recomputed uncertain"
    names += " seconds peak_bytes problem_bytes line evidence table"
    return {**{name: found[name] for name in names.split()}, **table}


def _report(result: ClusterResult, quiet: bool) -> None:
    print(result)
    if quiet:
        return
    if result.line:
        print(f"  line        {result.line_text}")
    print(f"  algorithm   {result.algorithm}")
    print(f"  expanded    {result.expanded:,} by all workers")
    print(f"  jobs        {len(result.jobs)} by {result.workers} {result.kind}, {result.lost} done again")
    print(f"  time        {result.seconds:.1f} s, workers busy {result.utilisation:.0%} of it")
    print(f"  memory      {result.peak_bytes / 2**20:,.1f} MiB at most for one worker")


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. The status is that of the program: 0 decided, 1 a proof that does not hold, 2 bad input, 3 undecided."""
    given = _arguments(arguments)
    is_watched = not (given.quiet or given.json) and sys.stderr.isatty()

    def tell(now: dict[str, object]) -> None:
        line = f"{now['jobs']} jobs, {now['nodes']} positions at the top, {now['expanded']:,} expanded, {now['seconds']:.0f} s"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    # As in the program, also where a script has started this in the background, or asks it to end in another way.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.default_int_handler)
    # What a result has to remark is said below.
    warnings.simplefilter("ignore", UserWarning)
    try:
        for path in filter(None, (given.certificate, given.checkpoint)):
            folder = os.path.dirname(path) or "."
            if not os.path.isdir(folder):
                raise Error(f"cannot write {path}: there is no folder {folder}")
        result = solve(
            given.game,
            _position(given.game, given.position),
            given.goal,
            given.algorithm,
            given.threads,
            workers=given.workers,
            memory=int(given.memory) if given.memory.isdigit() else given.memory,
            time_limit=given.time,
            job_seconds=given.job_seconds,
            checkpoint=given.checkpoint,
            checkpoint_seconds=given.checkpoint_every,
            progress=tell if is_watched else None,
        )
    except DoesNotHold as error:
        print(f"proofset: no proof was found that holds: {error}", file=sys.stderr)
        return CHECK_FAILED
    except (Error, OSError) as error:
        print(f"proofset: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("proofset: the search was interrupted", file=sys.stderr)
        return UNDECIDED
    if is_watched:
        print(file=sys.stderr)
    if result.dismissed:
        print(f"proofset: {result.dismissed} of {result.workers} workers dismissed, whose answers were wrong", file=sys.stderr)
    if result.remark is not None:
        print(f"proofset: {result.remark}", file=sys.stderr)
    if given.json:
        print(json.dumps(_object(result), ensure_ascii=False))
    else:
        _report(result, given.quiet)
    if result.verdict == "unknown":
        return UNDECIDED
    proof = result.proof
    if given.certificate and proof is not None:
        try:
            proof.save(given.certificate)
        except OSError as error:
            print(f"proofset: cannot write {given.certificate}: {error}", file=sys.stderr)
            return UNDECIDED
        if not (given.quiet or given.json):
            print(f"  certificate {given.certificate} ({len(proof):,} nodes, {len(bytes(proof)):,} B)")
    return DECIDED


if __name__ == "__main__":
    sys.exit(main())
