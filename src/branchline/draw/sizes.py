"""The measures of every drawing, in canvas units: a space is as big on one board as on another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    slot: float = 40.0
    slot_height: float = 14.0
    lane_gap: float = 3.0
    pitch_min: float = 43.0
    """From the middle of one space to the next: a slot and a gap."""
    pitch_max: float = 50.0
    city: float = 9.0
    junction: float = 7.0
    font: float = 15.0
    edge_font: float = 12.0
    margin: float = 22.0
    """Empty rim of the canvas around spaces, cities and names."""

    @property
    def pitch(self) -> float:
        return (self.pitch_min + self.pitch_max) / 2

    def breadth(self, lanes: int) -> float:
        """The breadth of a track of so many lanes."""
        return lanes * self.slot_height + (lanes - 1) * self.lane_gap
