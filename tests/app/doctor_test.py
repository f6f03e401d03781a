"""galet doctor: says what is well and what is not, and leaves nothing behind."""
import getpass
import json
import os
import resource
import socket
import subprocess
import unittest

from program import GALET, ProgramTest

GROUPS = ["installation", "arithmetic", "threads", "memory", "files", "motion", "solvers"]


class Doctor(ProgramTest):
    def diagnose(self, *arguments, status=0):
        done = self.galet("doctor", "--json", *arguments, status=status)
        return json.loads(done.stdout)

    def checks(self, diagnosis, group):
        found = [each for each in diagnosis["groups"] if each["name"] == group]
        self.assertEqual(len(found), 1, group)
        return {check["name"]: check for check in found[0]["checks"]}

    def test_json(self):
        diagnosis = self.diagnose()
        self.assertEqual(diagnosis["verdict"], "ok")
        self.assertEqual(diagnosis["counts"]["FAILED"], 0)
        self.assertEqual([group["name"] for group in diagnosis["groups"]], GROUPS)
        for group in diagnosis["groups"]:
            for check in group["checks"]:
                self.assertIn(check["verdict"], ("ok", "note"), check)
                self.assertTrue(check["value"], check)
                self.assertEqual(bool(check["advice"]), check["verdict"] == "note", check)
        self.assertEqual(os.listdir(self.folder), [])

    def test_solvers(self):
        trials = self.diagnose()["solvers"]
        problems = {trial["problem"] for trial in trials}
        self.assertEqual(len(problems), 10)
        self.assertEqual({trial["problem"] for trial in trials if trial["method"] == "auto" and trial["converged"]}, problems)
        for trial in trials:
            if trial["verdict"] == "ok":
                self.assertLess(trial["difference"], 1e-4, trial)
            else:
                self.assertFalse(trial["converged"], trial)

    def test_readable(self):
        done = self.galet("doctor", "--threads", 3)
        for text in (*GROUPS, "To send with a bug report", "version", "commit", "libraries", "none failed"):
            self.assertIn(text, done.stdout)
        self.assertIn("with 3 threads", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_the_folder_is_left_as_it_was(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "own").write_text("kept")
        files = self.checks(self.diagnose(), "files")
        self.assertIn("out", files["folder"]["value"])
        self.assertEqual(os.listdir(out), ["own"])
        self.diagnose("--out", self.folder / "new" / "deep")
        self.assertFalse((self.folder / "new").exists())

    def test_a_folder_that_cannot_be(self):
        file = self.folder / "file"
        file.write_text("kept")
        for out in (file / "inside", file, "/proc/galet"):
            diagnosis = self.diagnose("--out", out, status=1)
            self.assertEqual(diagnosis["verdict"], "FAILED")
            folder = self.checks(diagnosis, "files")["folder"]
            self.assertEqual(folder["verdict"], "FAILED")
            self.assertIn(str(out), folder["value"])
            self.assertIn("--out", folder["advice"])
        self.assertEqual(file.read_text(), "kept")
        done = self.galet("doctor", "--out", file, status=1)
        self.assertIn("1 FAILED (files: folder)", done.stdout)

    def test_files_that_may_not_grow(self):
        done = subprocess.run([GALET, "doctor", "--json"], capture_output=True, text=True, timeout=600, cwd=self.folder,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(done.returncode, 1, done.stderr)
        files = self.checks(json.loads(done.stdout), "files")
        self.assertEqual(files["checkpoint"]["verdict"], "FAILED")
        self.assertEqual(os.listdir(self.folder), [])

    def test_nothing_personal(self):
        report = json.dumps(self.diagnose()["report"])
        for private in (os.path.expanduser("~") + "/", socket.gethostname() + " ", str(self.folder)):
            self.assertNotIn(private, report)
        if getpass.getuser() != "root":
            self.assertNotIn(getpass.getuser(), report)

    def test_examples_are_those_inside_the_program(self):
        (self.folder / "impact").write_text("not a scene")
        self.assertEqual(self.diagnose()["verdict"], "ok")

    def test_bad_arguments(self):
        self.galet("doctor", "--threads", 0, status=2)
        self.galet("doctor", "--fix", status=2)
        self.galet("doctor", "me", status=2)


if __name__ == "__main__":
    unittest.main()
