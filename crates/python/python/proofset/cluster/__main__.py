"""The command ``python -m proofset.cluster``: what ``proofset solve`` does, by many workers."""

from __future__ import annotations

import argparse
import sys

from proofset import Error
from proofset.cluster import solve


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. The status is that of the program: 0 decided, 2 bad input, 3 undecided."""
    parser = argparse.ArgumentParser(prog="python -m proofset.cluster", description=__doc__)
    parser.add_argument("game", help="a game with its parameters")
    parser.add_argument("position", nargs="?", help="a position in its notation")
    parser.add_argument("--goal", help="what is asked")
    parser.add_argument("--algorithm", help="a depth-first search")
    parser.add_argument("--workers", default="2", help="N or local:N for threads of this process, ray:N for actors of Ray")
    parser.add_argument("--threads", type=int, help="threads of each worker")
    parser.add_argument("--memory", default="4GiB", help="what each worker may hold")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="when to give up")
    parser.add_argument("--job-seconds", type=float, default=1.0, metavar="SECONDS", help="the least that a job takes")
    parser.add_argument("--checkpoint", metavar="FILE", help="a file to write, and to take up if it is there")
    parser.add_argument("--certificate", metavar="FILE", help="where the proof goes")
    parser.add_argument("--quiet", action="store_true", help="say nothing of progress")
    given = parser.parse_args(arguments)

    def tell(now: dict[str, object]) -> None:
        line = f"{now['jobs']} jobs, {now['nodes']} positions at the top, {now['expanded']:,} expanded, {now['seconds']:.0f} s"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    try:
        result = solve(
            given.game,
            given.position,
            given.goal,
            given.algorithm,
            given.threads,
            workers=given.workers,
            memory=given.memory,
            time_limit=given.time,
            job_seconds=given.job_seconds,
            checkpoint=given.checkpoint,
            progress=None if given.quiet or not sys.stderr.isatty() else tell,
        )
    except Error as error:
        print(f"proofset: {error}", file=sys.stderr)
        return 2
    if not given.quiet and sys.stderr.isatty():
        print(file=sys.stderr)
    print(result)
    print(f"  line        {result.line_text}")
    print(f"  expanded    {result.expanded:,}")
    print(f"  jobs        {len(result.jobs)} by {result.workers} {result.kind}, {result.lost} done again")
    print(f"  time        {result.seconds:.1f} s, workers busy {result.utilisation:.0%} of it")
    if result.verdict == "unknown":
        return 3
    if given.certificate and result.proof is not None:
        try:
            result.proof.save(given.certificate)
        except OSError as error:
            print(f"proofset: cannot write {given.certificate}: {error}", file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
