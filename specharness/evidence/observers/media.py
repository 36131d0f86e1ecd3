"""Audio and video: container, duration and streams, by ffprobe.

The program gets the observed descriptor and may open nothing else: containers that name further files (playlists,
concatenations, image sequences) are not among those that it may read.
"""

from __future__ import annotations

import json
import os
import re
import struct

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
    "stream=codec_type,codec_name,duration,width,height,avg_frame_rate,sample_rate,channels,nb_read_frames"
)
_BROKEN = re.compile(r"Invalid data found when processing input|moov atom not found|End of file")
_GAP = re.compile(r"supported|[Nn]o decoder|[Uu]nknown codec|not implemented|not found for|could not find codec", re.I)
"""Complaints that speak of the program and not of the file."""
_ADDRESS = re.compile(r"\[[^\]@]* @ 0x[0-9a-f]+\] ?")
"""Where a part of the program lies in memory: differs from one look to the next."""
_STREAMED = 0xFFFFFFFF
"""The size of a wave file that was written without knowing it."""
_NO_FORMAT = re.compile(r"not on whitelist|Format not on")


def view(held: Held, limits: Limits) -> MediaView:
    """The file. Raises MalformedArtifact, LimitReached, ProviderMissing."""
    return _probed(held, limits)[0]


def check(held: Held, limits: Limits, container: str) -> str | None:
    """The defect that keeps it from being a whole file of a container, if any: everything in it is decoded."""
    seen, complaints, decoded = _probed(held, limits, "-count_frames")
    if seen.format != container:
        return f"the container is {seen.format}"
    if _GAP.search(complaints):
        raise LimitReached(f"ffprobe does not decode all of it ({complaints}); undecided")
    if complaints:
        return complaints
    silent = [stream.type for stream, frames in zip(seen.streams, decoded, strict=True) if _is_empty(stream, frames)]
    if silent or not seen.streams:
        return f"nothing of its {silent[0]} can be decoded" if silent else "neither audio nor video"
    if container == "wav":
        (said,) = struct.unpack("<I", os.pread(held.descriptor, 4, 4))
        if said != _STREAMED and said + 8 > held.size:
            return f"truncated: it says {said + 8} bytes and has {held.size}"
    return None


def _is_empty(stream: MediaStream, frames: int) -> bool:
    return stream.type in {"audio", "video"} and frames == 0


def _probed(held: Held, limits: Limits, *options: str) -> tuple[MediaView, str, list[int]]:
    """The view, what the program complained of, and how many frames of each stream it decoded (if asked to)."""
    arguments = ["-v", "error", "-hide_banner", "-protocol_whitelist", "file", "-format_whitelist", _CONTAINERS]
    arguments += [*options, "-of", "json", "-show_entries", _SHOWN, "-i", "file:/proc/self/fd/0"]
    done = program.run("ffprobe", arguments, limits, stdin=held.descriptor)
    said = _ADDRESS.sub("", done.errors).replace("file:/proc/self/fd/0", "it")
    words = clean(" ".join(said.split()))[:200]
    if done.code != 0:
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
        frames = [_count(stream.get("nb_read_frames")) for stream in streams]
        view_ = MediaView(
            format=_short(str(container["format_name"])),
            duration=_seconds(container.get("duration")),
            streams=tuple(_stream(stream) for stream in streams),
            tags=tags,
        )
        return view_, words, frames
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
    return int(str(value)) if value not in (None, "N/A") else 0


def _rate(value: object) -> float | None:
    """Of a fraction such as `30000/1001`; `0/0` means that it is not known."""
    above, _, below = str(value or "0/0").partition("/")
    return float(above) / float(below) if float(below or 1) and float(above) else None
