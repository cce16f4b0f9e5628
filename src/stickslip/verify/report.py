"""What was checked, how it stands, and what was not looked at."""

from __future__ import annotations

from typing import Any, NamedTuple

RIGHT, FLAGGED, UNCHECKED = "right", "flagged", "not checked"


class Check(NamedTuple):
    """The largest violation of one law.

    Parameters
    ----------
    law : str
        What was asked, for example "no penetration".
    relative : float
        The violation over the scale of the body, contact or joint concerned.
    limit : float
        What ``relative`` may be.
    subject : str
        Where it is largest.
    time : float [s]
    value : float
        The violation in ``unit``.
    """

    law: str
    relative: float
    limit: float
    subject: str = ""
    time: float = float("nan")
    value: float = float("nan")
    unit: str = ""

    @property
    def verdict(self) -> str:
        """Right or flagged; what is not a number is flagged."""
        return RIGHT if self.relative <= self.limit else FLAGGED


class Verification:
    """The checks of a result; print it for the table.

    Attributes
    ----------
    checks : list of Check
    unchecked : list of str
        What was not looked at, in words.
    """

    def __init__(self, name: str, checks: list[Check], unchecked: list[str]) -> None:
        self.name, self.checks, self.unchecked = name, checks, unchecked

    @property
    def flagged(self) -> list[Check]:
        """The checks that found a violation."""
        return [check for check in self.checks if check.verdict == FLAGGED]

    @property
    def right(self) -> bool:
        """True if nothing was flagged."""
        return not self.flagged

    def summary(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {
            "model": self.name,
            "verdict": RIGHT if self.right else FLAGGED,
            "checks": [{**check._asdict(), "verdict": check.verdict} for check in self.checks],
            "not checked": self.unchecked,
        }

    def __str__(self) -> str:
        head = f"{'':9}{'check':44}{'relative':>10}{'limit':>9}   where"
        lines = [f"Independent check of '{self.name}'", "", head]
        lines += [_line(check) for check in sorted(self.checks, key=lambda check: check.verdict)]
        lines += [f"{'unknown':9}{text}" for text in self.unchecked]
        count = len(self.flagged)
        end = "nothing was found wrong" if count == 0 else f"{count} of {len(self.checks)} checks found a violation"
        rest = f"; {len(self.unchecked)} could not be done" if self.unchecked else ""
        return "\n".join([*lines, "", f"{end}{rest}"])

    __repr__ = __str__


def _line(check: Check) -> str:
    where = check.subject
    if check.time == check.time:
        where += f", t = {check.time:.6g} s"
    if check.value == check.value:
        where += f", {check.value:.3g} {check.unit}"
    return f"{check.verdict:9}{check.law:44}{check.relative:>10.2g}{check.limit:>9.0e}   {where.lstrip(', ')}".rstrip()
