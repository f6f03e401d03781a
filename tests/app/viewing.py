"""Starts `galet view` for its tests and talks to it over plain sockets: what is sent is what a test says."""
import json
import os
import re
import signal
import socket
import subprocess

import numpy as np

from program import GALET, ProgramTest


class Reply:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1]) if lines[0].startswith("HTTP/") else 0
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if ": " in line)}

    def json(self):
        return json.loads(self.body)

    def numbers(self, kind="<f4"):
        return np.frombuffer(self.body, kind)


class ViewTest(ProgramTest):
    def view(self, *arguments):
        """Starts the server, which ends with the test; sets `self.port`, `self.token`."""
        self.server = subprocess.Popen([GALET, "view", *map(str, arguments)], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(self.end)
        self.address = self.server.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([A-Za-z0-9_-]{22,})/(#\S+)?", self.address)
        if not found:
            self.fail(f"no address: {self.address} {self.server.stderr.read()}")
        self.port, self.token = int(found[1]), found[2]

    def end(self, how=signal.SIGTERM):
        """Ends the server as a user would. It must not have died before."""
        if self.server.returncode is None:
            early = self.server.poll()
            self.server.send_signal(how)
            status = self.server.wait(timeout=20)
            self.errors = self.server.stderr.read()
            self.server.stdout.close()
            self.server.stderr.close()
            self.assertIsNone(early, f"the server died: {self.errors}")
            self.assertEqual((status, self.errors), (0, ""))

    def connect(self, timeout=30):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=timeout)
        self.addCleanup(connection.close)
        return connection

    def exchange(self, request, timeout=30):
        """Sends bytes, and reads until the server closes."""
        with self.connect(timeout) as connection:
            reply = b""
            try:
                connection.sendall(request)
                while piece := connection.recv(1 << 16):
                    reply += piece
            except (ConnectionResetError, BrokenPipeError):
                pass
            return Reply(reply)

    def ask(self, target, method="GET", host="127.0.0.1", more=""):
        return self.exchange(f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n".encode("latin-1"))

    def get(self, path, **options):
        return self.ask(f"/{self.token}/{path}", **options)

    def fetch(self, path):
        reply = self.get(path)
        self.assertEqual(reply.status, 200, f"{path}: {reply.body[:300]}")
        return reply

    def refused(self, path, status):
        reply = self.get(path)
        self.assertEqual(reply.status, status, f"{path}: {reply.body[:300]}")
        self.assertEqual(list(reply.json()), ["error"])
        return reply.json()["error"]

    def resident_megabytes(self, what="VmRSS"):
        with open(f"/proc/{self.server.pid}/status") as status:
            return int(re.search(rf"{what}:\s+(\d+) kB", status.read())[1]) / 1024

    def listening(self):
        """Addresses at which the server listens, from the system's tables."""
        own = set()
        for entry in os.listdir(f"/proc/{self.server.pid}/fd"):
            try:
                own.add(os.readlink(f"/proc/{self.server.pid}/fd/{entry}"))
            except OSError:
                pass
        addresses = []
        for table in ("tcp", "tcp6"):
            with open(f"/proc/net/{table}") as lines:
                for fields in (line.split() for line in lines.readlines()[1:]):
                    if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
                        addresses.append(fields[1])
        return addresses
