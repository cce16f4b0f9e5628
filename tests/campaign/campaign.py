"""Random scenes judged by the checker against their own certificates: counts per class, and findings made small.

python tests/campaign/campaign.py COUNT [--first SEED] [--out FOLDER] [--processes N]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from families import random_scene
from judge import CLASSES, CRIED, FINDINGS, Outcome, judge, shrunk

SHRUNK = 3  # findings of one kind that are made small


def tried(seed: int) -> tuple[int, str, str, Outcome]:
    """Judge the scene of a seed."""
    scene = random_scene(seed)
    return seed, scene.family, scene.scheme.kind, judge(scene)


def campaign(seeds: range, processes: int = 1) -> list[tuple[int, str, str, Outcome]]:
    """Judge many scenes."""
    if processes == 1:
        return [tried(seed) for seed in seeds]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return list(pool.imap_unordered(tried, seeds, chunksize=10))


def counts(outcomes: list[tuple[int, str, str, Outcome]]) -> dict[str, int]:
    """Return how many scenes ended in each class."""
    found = Counter(outcome.kind for *_, outcome in outcomes)
    return {kind: found[kind] for kind in CLASSES}


def report(outcomes: list[tuple[int, str, str, Outcome]]) -> str:
    """Return counts in all, by family and by scheme, and the findings by reason, as a page."""
    lines = [f"{len(outcomes)} scenes: " + ", ".join(f"{n} {kind}" for kind, n in counts(outcomes).items()), ""]
    for column, what in ((1, "family"), (2, "scheme")):
        lines += [f"| {what} | {' | '.join(CLASSES)} |", "|---" * (len(CLASSES) + 1) + "|"]
        groups = defaultdict(list)
        for entry in outcomes:
            groups[entry[column]].append(entry)
        for name in sorted(groups):
            lines.append(f"| {name} | {' | '.join(str(n) for n in counts(groups[name]).values())} |")
        lines.append("")
    return "\n".join(lines)


def findings(outcomes: list[tuple[int, str, str, Outcome]], most: int = SHRUNK) -> str:
    """Return the findings by class and reason, the first ones of each made small and printed as programs."""
    by_reason = defaultdict(list)
    for seed, family, scheme, outcome in sorted(outcomes, key=lambda entry: entry[0]):
        if outcome.kind in FINDINGS:
            by_reason[outcome.kind, outcome.reason].append((seed, family, scheme, outcome))
    lines = []
    for (kind, reason), entries in sorted(
        by_reason.items(), key=lambda item: (item[0][0] != FINDINGS[0], -len(item[1]))
    ):
        lines.append(f"## {kind}: {reason} ({len(entries)})")
        lines.append("seeds: " + ", ".join(f"{seed} ({family}, {scheme})" for seed, family, scheme, _ in entries[:40]))
        schemes: set[str] = set()
        for seed, _, scheme, outcome in entries:
            if scheme in schemes or len(schemes) >= most:
                continue
            schemes.add(scheme)
            small = shrunk(random_scene(seed), outcome)
            lines += [f"### seed {seed}", "```python", small.code(), "```", "```", judge(small).detail[:3000], "```"]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Run a campaign from the command line; the exit code is 1 if anything was silently wrong, foreign or endless."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--shrink", type=int, default=SHRUNK)
    given = parser.parse_args()
    begin = time.perf_counter()
    outcomes = campaign(range(given.first, given.first + given.count), given.processes)
    text = report(outcomes)
    print(text, f"{time.perf_counter() - begin:.0f} s", flush=True)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "counts.md").write_text(text)
        plain = [[*entry[:3], entry[3].kind, entry[3].reason] for entry in outcomes]
        (given.out / "outcomes.json").write_text(json.dumps(plain))
        (given.out / "findings.md").write_text(findings(outcomes, given.shrink))
    found = counts(outcomes)
    sys.exit(1 if any(found[kind] for kind in FINDINGS if kind != CRIED) else 0)


if __name__ == "__main__":
    main()
