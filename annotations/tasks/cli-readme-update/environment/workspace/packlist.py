"""packlist: what to pack for a trip."""

import argparse
import sys


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="packlist")
    p.add_argument("--people", type=int, default=1, help="how many people travel")
    p.add_argument("--days", type=int, default=3, help="how many days the trip takes")
    p.add_argument("--output", default="-", help="file to write the list to; - is the screen")
    p.add_argument("--quiet", action="store_true", help="write nothing but the list")
    return p


def main() -> int:
    args = parser().parse_args()
    if args.people < 1 or args.days < 1:
        sys.stderr.write("people and days must be at least 1\n")
        return 2
    lines = [f"shirts: {args.people * args.days}", f"toothbrushes: {args.people}"]
    text = "\n".join(lines) + "\n"
    if args.output == "-":
        sys.stdout.write(text)
    else:
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(text)
    if not args.quiet:
        sys.stderr.write("done\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
