"""Fingers on a phone: pinching and dragging, which Playwright has no words for."""

from collections.abc import Sequence

from playwright.sync_api import Page


def pinch(page: Page, x: float, y: float) -> None:
    """Put two fingers on the board beside a point, or above and below it at the screen's edge, and move them apart."""
    reach = min(50.0, x - 6, page.evaluate("() => innerWidth") - x - 6)
    steps = [part / 6 for part in range(2, 7)]
    if reach < 30:
        move_fingers(page, *([(x, y + side * step) for step in steps] for side in (-50, 50)))
    else:
        move_fingers(page, *([(x + side * step, y) for step in steps] for side in (-reach, reach)))


def drag(page: Page, x: float, y: float) -> None:
    """Put a finger on the middle of the board, and move it as a point must move to come there."""
    box = page.locator(".window").bounding_box()
    assert box is not None
    left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    move_fingers(page, [(left + (left - x) * part / 7, top + (top - y) * part / 7) for part in range(7)])


def move_fingers(page: Page, *ways: Sequence[tuple[float, float]]) -> None:
    """Put down a finger at the beginning of each way, move all of them together, and lift them."""
    session = page.context.new_cdp_session(page)
    for step, places in enumerate(zip(*ways, strict=True)):
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
