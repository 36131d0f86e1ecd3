"""Images: decoded in full, so that valid means that it can be shown. Only raster formats that Pillow decodes itself."""

from __future__ import annotations

import io
import logging
import struct

from PIL import Image, UnidentifiedImageError

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.views import ImageView

MALFORMED: tuple[type[Exception], ...] = (UnidentifiedImageError, OSError, SyntaxError, struct.error, EOFError)
"""What Pillow raises for broken images: OSError for truncated data, SyntaxError for broken headers."""
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
"""Others are refused: some hand the file to programs outside (EPS)."""

logging.getLogger("PIL").addHandler(logging.NullHandler())
"""Its complaints about broken files are not for our user's terminal."""


def view(data: bytes, limits: Limits) -> ImageView:
    """The image. Its `format` is by content: `png`, `jpeg`, `gif`, `bmp`, `tiff` or `webp`."""
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            frames = 0
            pixels = 0
            while True:
                frames += 1
                pixels += image.width * image.height
                if pixels > limits.pixels or frames > limits.frames:
                    raise LimitReached(
                        f"{image.width} by {image.height} pixels in {frames} frames or more; "
                        f"`pixels` allows {limits.pixels}, `frames` {limits.frames}",
                        "pixels" if pixels > limits.pixels else "frames",
                    )
                image.load()
                try:
                    image.seek(frames)
                except EOFError:
                    break
            image.seek(0)
            return ImageView((image.format or "").lower(), image.width, image.height, image.mode)
    except Image.DecompressionBombError as error:
        raise LimitReached(f"more pixels than the reader allows: {error}") from error
