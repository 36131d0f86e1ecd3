"""What is put into every sandbox: a module that each Python there loads, so that unittest's runner reports what it ran.

It runs inside, under any Python 3, and imports nothing of ours: a text here, never a module of this process. It writes
JUnit's form to the channel of reports, beside what the runner prints, and never changes how tests end.
"""

SITECUSTOMIZE = """\
import os
import sys


def _watch():
    import unittest.runner
    from xml.sax.saxutils import quoteattr

    run = unittest.runner.TextTestRunner.run

    def reporting(self, test):
        result = run(self, test)
        try:
            failed = [str(case) for case, _ in [*result.failures, *result.errors]]
            failed += [str(case) for case in getattr(result, "unexpectedSuccesses", [])]
            failed = list(dict.fromkeys(failed))
            skipped = len(result.skipped) + len(getattr(result, "expectedFailures", []))
            passed = max(result.testsRun - len(failed) - skipped, 0)
            cases = ["<testcase/>"] * passed + ["<testcase><skipped/></testcase>"] * skipped
            cases += ["<testcase name=%s><failure/></testcase>" % quoteattr(name) for name in failed]
            report = '<?xml version="1.0"?><testsuite>%s</testsuite>' % "".join(cases)
            with open(os.environ["SPECHARNESS_REPORT"], "a") as channel:
                channel.write(report)
        except (OSError, KeyError, ValueError):
            pass
        return result

    unittest.runner.TextTestRunner.run = reporting


class _Finder:
    # waits for unittest, so that other programs don't pay for it
    def find_spec(self, name, path=None, target=None):
        if name == "unittest.main":
            sys.meta_path.remove(self)
            _watch()
        return


if "SPECHARNESS_REPORT" in os.environ:
    sys.meta_path.insert(0, _Finder())
"""
