"""Colors as people see them: contrast, and what is left of a color in three kinds of color blindness."""

from typing import Final

Color = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), full severity, for linear light.
VISIONS: Final[dict[str, tuple[Color, Color, Color]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def contrast(one: Color, two: Color, vision: str = "usual") -> float:
    """Give the contrast of two colors (0 to 255 each part) as WCAG counts it, 1 to 21, for somebody's eyes."""
    darker, lighter = sorted(_luminance(_seen(color, vision)) for color in (one, two))
    return (lighter + 0.05) / (darker + 0.05)


def _seen(color: Color, vision: str) -> Color:
    red, green, blue = (_linear(part / 255) for part in color)
    first, second, third = (min(max(r * red + g * green + b * blue, 0.0), 1.0) for r, g, b in VISIONS[vision])
    return first, second, third


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(color: Color) -> float:
    red, green, blue = color
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
