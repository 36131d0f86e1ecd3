"""Audio and video: container, duration and streams, by ffprobe.

The program gets the observed descriptor and may open nothing else: containers that name further files (playlists,
concatenations, image sequences) are not among those that it may read.
"""

from __future__ import annotations

import json
import re

from specharness.evidence.beneath import Held
from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers import program
from specharness.evidence.observers.text import clean
from specharness.evidence.views import MediaStream, MediaView

_CONTAINERS = (
    "aac,ac3,aiff,amr,asf,ast,au,avi,caf,dts,eac3,flac,flv,gif,matroska,mov,mp3,mpeg,mpegts,mpegvideo,nut,ogg,"
    "tta,voc,wav,w64,wv"
)
"""By ffprobe's names; each of them is a file by itself."""
_SHOWN = (
    "format=format_name,duration:format_tags:"
    "stream=codec_type,codec_name,duration,width,height,avg_frame_rate,sample_rate,channels"
)
_BROKEN = re.compile(r"Invalid data found when processing input|moov atom not found|End of file")
_NO_FORMAT = re.compile(r"not on whitelist|Format not on")


def view(held: Held, limits: Limits) -> MediaView:
    """The file. Raises MalformedArtifact, LimitReached, ProviderMissing."""
    arguments = ["-v", "error", "-hide_banner", "-protocol_whitelist", "file", "-format_whitelist", _CONTAINERS]
    arguments += ["-of", "json", "-show_entries", _SHOWN, "-i", "file:/proc/self/fd/0"]
    done = program.run("ffprobe", arguments, limits, stdin=held.descriptor)
    if done.code != 0:
        words = clean(" ".join(done.errors.replace("file:/proc/self/fd/0", "it").split()))[:200]
        if _NO_FORMAT.search(words):
            raise MalformedArtifact("neither audio nor video in a container of its own")
        if _BROKEN.search(words):
            raise MalformedArtifact(f"neither audio nor video that can be read: {words}")
        raise LimitReached(f"ffprobe ended with {done.code} ({words or 'no word'}); undecided")
    try:
        found = json.loads(done.output)
        streams = found.get("streams", [])
        if len(streams) > limits.streams:
            raise LimitReached(f"{len(streams)} streams; `streams` allows {limits.streams}", "streams")
        container = found["format"]
        tags = {clean(str(name)): clean(str(value)) for name, value in container.get("tags", {}).items()}
        return MediaView(
            format=_short(str(container["format_name"])),
            duration=_seconds(container.get("duration")),
            streams=tuple(_stream(stream) for stream in streams),
            tags=tags,
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise LimitReached(f"ffprobe's answer could not be read ({type(error).__name__}); undecided") from error


def _short(names: str) -> str:
    """ffprobe names all containers that one of its readers takes: `matroska,webm`, `mov,mp4,m4a,…`."""
    return names.split(",", 1)[0]


def _stream(found: dict[str, object]) -> MediaStream:
    return MediaStream(
        type=str(found.get("codec_type", "data")),
        codec=str(found.get("codec_name", "")),
        duration=_seconds(found.get("duration")),
        width=_count(found.get("width")),
        height=_count(found.get("height")),
        frame_rate=_rate(found.get("avg_frame_rate")),
        sample_rate=_count(found.get("sample_rate")),
        channels=_count(found.get("channels")),
    )


def _seconds(value: object) -> float | None:
    return None if value in (None, "N/A") else float(str(value))


def _count(value: object) -> int:
    return int(str(value)) if value is not None else 0


def _rate(value: object) -> float | None:
    """Of a fraction such as `30000/1001`; `0/0` means that it is not known."""
    above, _, below = str(value or "0/0").partition("/")
    return float(above) / float(below) if float(below or 1) and float(above) else None
