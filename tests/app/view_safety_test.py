"""`galet view` against those it is not for: wrong addresses, other pages, broken and hostile clients. Every test ends
with a server that is still there (viewing.py)."""
import re
import signal
import socket
import threading
import time
import unittest

from program import SMALL
from viewing import Reply, ViewTest

SWEEPING = """
[sweeping]
dimension = 2
start = [0.5, 0.5]
step = 0.25
end = 1.0
[sweeping.set]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 1.0]
motion = ["t", "-t"]
"""


MANY = """
[simulation]
dimension = 3
step = 0.01
end = 0.02
[[bodies]]
count = 100000
radius = { uniform = [0.004, 0.006] }
density = 2500.0
placement = { lattice = { min = [0.0, 0.0, 0.0], counts = [50, 50, 40], spacing = 0.0126 } }
velocity = [0.0, 0.0, -1.0]
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0, -0.01]
normal = [0.0, 0.0, 1.0]
"""


class Safety(ViewTest):
    def setUp(self):
        super().setUp()
        self.galet("run", self.scene(SMALL.replace("end = 1.0", "end = 0.1")), "--out", "small", "--quiet")

    def alive(self):
        self.assertEqual(self.fetch("api/results/0/state").json()["frames"], 6)

    def test_the_page(self):
        self.view("small")
        page = self.fetch("")
        self.assertEqual(page.headers["content-type"], "text/html; charset=utf-8")
        text = page.body.decode()
        self.assertIn("<!doctype html>", text.lower())
        parts = re.findall(r'(?:src|href)="\./([^"]+)"', text)
        self.assertIn("assets/viewer.js", parts)
        types = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
        for part in parts:
            reply = self.fetch(part)
            self.assertEqual(reply.headers["content-type"], types[part.rsplit(".")[-1]])
            self.assertEqual(int(reply.headers["content-length"]), len(reply.body))
        self.assertEqual(self.fetch("index.html").body, page.body)
        short = self.ask(f"/{self.token}")
        self.assertEqual((short.status, short.headers["location"]), (301, f"/{self.token}/"))

    def test_headers(self):
        self.view("small")
        paths = [f"/{self.token}/{path}" for path in ("", "assets/viewer.js", "api/results", "api/results/0/frames/0/position",
                                                     "api/results/9/state", "nothing")]
        for target in [*paths, "/", "/wrong/"]:
            headers = self.ask(target).headers
            policy = headers["content-security-policy"]
            self.assertIn("default-src 'self'", policy)
            self.assertIn("img-src 'self' data: blob:", policy)
            self.assertNotIn("unsafe-eval", policy)
            self.assertNotRegex(policy, r"(default|script)-src[^;]*(unsafe|\*)")
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertEqual(headers["referrer-policy"], "no-referrer")
            self.assertEqual(headers["cross-origin-resource-policy"], "same-origin")
            self.assertEqual(headers["cache-control"], "no-store")
            self.assertNotIn("access-control-allow-origin", headers)

    def test_token(self):
        self.view("small")
        first, token = self.token, self.token
        wrong = ["/", "/api/results", "/index.html", f"/{token[:-1]}/", f"/{token}x/api/results", f"//{token}/", "/x/",
                 f"/{token[:-1]}{'a' if token[-1] != 'a' else 'b'}/api/results", f"/{token.swapcase()}/", f"?{token}/",
                 f"http://127.0.0.1/{token}/", "*", f"/%{ord(token[0]):02x}{token[1:]}/", f"/./{token}/", f"/x/../{token}/"]
        for target in wrong:
            reply = self.ask(target)
            self.assertIn(reply.status, (403, 400), target)
            self.assertNotIn(b"results", reply.body)
        self.alive()
        self.end()
        self.view("small")
        self.assertNotEqual(self.token, first)

    def test_host(self):
        self.view("small")
        for host in ("127.0.0.1", f"127.0.0.1:{self.port}", "localhost", "LOCALHOST:8080", "[::1]", "[::1]:80"):
            self.assertEqual(self.get("api/results", host=host).status, 200, host)
        for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil", "127.0.0.2", "0.0.0.0", "",
                     "127.0.0.1:80.evil", "127.0.0.1@evil", "[::1", "[::1]x", "::1", "127.0.0.1:999999", "localhost:x"):
            self.assertEqual(self.get("api/results", host=host).status, 403, host)
        none = self.exchange(f"GET /{self.token}/ HTTP/1.1\r\nConnection: close\r\n\r\n".encode())
        self.assertEqual(none.status, 403)
        self.assertEqual(self.get("", more="Host: evil.example\r\n").status, 403)

    def test_methods(self):
        self.view("small")
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            for more in ("", "Content-Length: 5\r\n", "Content-Length: 99999999999999\r\n", "Transfer-Encoding: chunked\r\n"):
                reply = self.get("api/results", method=method, more=more)
                self.assertEqual((reply.status, reply.headers["allow"]), (405, "GET, HEAD"), f"{method} {more}")
        for path in ("", "api/results", "api/results/0/frames/2/position"):
            whole, head = self.fetch(path), self.get(path, method="HEAD")
            self.assertEqual((head.status, head.body), (200, b""))
            self.assertEqual(head.headers["content-length"], str(len(whole.body)))
        self.assertEqual(self.get("", method="BREW").status, 400)
        self.alive()

    def test_nothing_but_the_routes(self):
        self.view("small")
        (self.folder / "small" / "secret").write_text("secret")
        for path in ("..", "../", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "%252e%252e%252fetc", "..\\..\\etc",
                     "assets", "assets/", "assets/../index.html", "assets/..%2findex.html", "api", "api/", "api/results/", "scene.toml",
                     "api/results/0", "api/results/0/", "api/results/0/secret", "api/results/0/scene.toml", "api/results/0/frames",
                     "api/results/0/frames/0", "api/results/0/frames/0/..", "api/results/0/frames/0/value", "api/resultsx", "api//results",
                     "api/results/0/frames/0/value/../../../../scene.toml", "api/results/0/frames/0/position/x", "index.html%00.js",
                     "assets/viewer.js\x00", "api/results/0/frames/0/value/%00", "api/results/0/frames/0/value/" + "x" * 5000):
            reply = self.get(path)
            self.assertIn(reply.status, (400, 404), path)
            self.assertNotIn(b"secret", reply.body)
        self.assertIn("2", self.refused("api/results/2/state", 404))
        for path in ("api/results/0/frames/6/position", "api/results/0/frames/999999999999999999/id", "api/results/0/frames/0/value/spin",
                     "api/results/0/frames/0/value/glue", "api/results/0/frames/0/value/what", "api/results/0/frames/0/orientation",
                     "api/results/0/frames/0/bodies/120"):
            self.refused(path, 404)
        for path in ("api/results/x/state", "api/results/-1/state", "api/results/0x0/state", "api/results//state", "api/results/0/state?from=x",
                     "api/results/0/state?from=-1", "api/results/0/state?from=", "api/results/0/state?from=1e3", "api/results/0/state?from=%31",
                     "api/results/0/frames/-1/position", "api/results/0/frames/+1/position", "api/results/0/frames/1.0/position",
                     "api/results/0/frames/99999999999999999999999/position", "api/results/0/frames/0/bodies/x",
                     "api/results/0/history?from=zero"):
            self.refused(path, 400)

    def test_ranges_are_not_served(self):
        self.view("small")
        path = "api/results/0/frames/2/position"
        whole = self.fetch(path).body
        for ranges in ("bytes=0-3", "bytes=5-1", "bytes=-", "bytes=99999999999999999999999-", "bytes=0-18446744073709551616", "x",
                       "bytes=" + ",".join(["0-"] * 1000), "bytes=" + "1" * 8000, "bytes=" + ",".join(["0-1"] * 1900)):
            reply = self.get(path, more=f"Range: {ranges}\r\n")
            self.assertIn(reply.status, (200, 400, 416), ranges[:40])
            if reply.status == 200:
                self.assertEqual(reply.body, whole)
        self.check_memory(100)
        self.alive()

    def test_broken_requests(self):
        self.view("small")
        good = f"GET /{self.token}/api/results HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
        million = b"x" * 1000000
        for request in (b"\r\n\r\n", b"\0" * 5000 + b"\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n",
                        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                        b"GET /" + million + b" HTTP/1.1\r\n\r\n", million, good + b"X: " + million + b"\r\n\r\n",
                        good + b"X: y\r\n" * 100000 + b"\r\n", good + b"no colon\r\n\r\n", good + b": \r\n\r\n", good + b"Host\0: x\r\n\r\n",
                        good.replace(b"\r\n", b"\n") + b"\n", b"GET  /  HTTP/1.1 \r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3):
            with self.connect() as connection:
                connection.settimeout(10)
                reply = b""
                try:
                    connection.sendall(request)
                    connection.shutdown(socket.SHUT_WR)
                    while piece := connection.recv(65536):
                        reply += piece
                except (ConnectionError, socket.timeout):
                    pass
            self.assertIn(Reply(reply).status if reply else 0, (0, 200, 400, 403, 404, 405, 414), request[:60])
        self.check_memory(100)
        self.alive()

    def test_requests_one_after_the_other(self):
        """A connection that stays, requests sent before answers are read, and none made of another's body."""
        self.view("small")
        one = f"GET /{self.token}/api/results/0/frames/1/radius HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        reply = self.exchange((f"{one}\r\n{one}\r\n{one}Connection: close\r\n\r\n").encode())
        self.assertEqual(reply.status, 200)
        self.assertEqual(reply.body.count(b"HTTP/1.1 200"), 2)
        inner = f"GET /{self.token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        reply = self.exchange(f"{one}Content-Length: {len(inner)}\r\n\r\n{inner}".encode())
        self.assertEqual((reply.status, reply.body.count(b"HTTP/1.1")), (200, 0))

    def test_slow_clients(self):
        """More of them than the server has threads send a byte now and then; a browser is served all the same."""
        self.view("small")
        slow = [self.connect() for _ in range(200)]
        for k, connection in enumerate(slow):
            connection.sendall(b"G" if k % 2 else f"GET /{self.token}/ HTTP/1.1\r\nHost: 127.".encode())
        start = time.monotonic()
        self.alive()
        self.assertLess(time.monotonic() - start, 8)
        left, end = set(slow), time.monotonic() + 25
        while left and time.monotonic() < end:
            time.sleep(0.5)
            for connection in list(left):
                try:
                    connection.setblocking(False)
                    if connection.recv(4096) == b"":
                        left.discard(connection)
                    else:
                        continue
                except BlockingIOError:
                    try:
                        connection.send(b"x")
                    except OSError:
                        left.discard(connection)
                except OSError:
                    left.discard(connection)
        self.assertEqual(len(left), 0, "slow clients are let go")
        self.alive()

    def browse(self, path, expected, times):
        """A hundred clients that keep their connections ask for the same; returns how long each answer took [s]."""
        request = f"GET /{self.token}/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        waits, wrong = [], []

        def ask_again_and_again():
            try:
                with self.connect(120) as connection:
                    for _ in range(times):
                        start, reply = time.monotonic(), bytearray()
                        connection.sendall(request)
                        while len(reply) < len(expected) or not reply.endswith(expected):
                            piece = connection.recv(1 << 18)
                            if not piece:
                                raise EOFError
                            reply += piece
                        waits.append(time.monotonic() - start)
                        time.sleep(0.2)
            except Exception as error:  # a thread tells the test
                wrong.append(repr(error))

        clients = [threading.Thread(target=ask_again_and_again) for _ in range(100)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len(waits), 100 * times)
        return waits

    def test_a_hundred_browsers(self):
        """Each holds its connection and asks now and then; none waits for another to leave."""
        self.view("small")
        whole = self.fetch("api/results/0/frames/3/position").body
        waits = self.browse("api/results/0/frames/3/position", whole, 5)
        self.assertLess(max(waits), 10)
        # Two hundred idle ones: they make room.
        idle = [self.connect() for _ in range(200)]
        start = time.monotonic()
        self.alive()
        self.assertLess(time.monotonic() - start, 5)
        del idle

    def test_memory(self):
        """A hundred clients at 100,000 spheres, and as many that ask and never read."""
        self.galet("run", self.scene(MANY, "many.toml"), "--out", "many", "--quiet")
        self.view("many")
        path = "api/results/0/frames/2/position"
        whole = self.fetch(path).body
        self.assertEqual(len(whole), 100000 * 3 * 4)
        self.browse(path, whole, 2)
        for k in range(100):
            part = ("position", "value/speed", "contacts", "id")[k % 4]
            self.connect().sendall(f"GET /{self.token}/api/results/0/frames/{k % 3}/{part} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.assertEqual(self.fetch("api/results/0/state").json()["frames"], 3)
        self.assertEqual(self.fetch(path).body, whole)
        self.check_memory(300)

    def test_only_this_machine(self):
        self.view("small")
        self.assertEqual(self.listening(), [f"0100007F:{self.port:04X}"])

    def test_it_only_reads(self):
        before = sorted((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in (self.folder / "small").iterdir())
        self.view("small")
        self.alive()
        self.end()
        after = sorted((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in (self.folder / "small").iterdir())
        self.assertEqual(after, before)

    def test_options_and_ends(self):
        self.view("small", "--at", "frame=3&colour=speed")
        self.assertTrue(self.address.endswith("/#frame=3&colour=speed"))
        self.assertIn("Ctrl-C", self.server.stdout.readline())
        taken = self.galet("view", "small", "--port", self.port, status=4)
        self.assertIn(str(self.port), taken.stderr)
        self.assertIn("another program uses it", taken.stderr)
        port = self.port
        idle = self.connect()
        idle.sendall(f"HEAD /{self.token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.assertIn(b"200 OK", idle.recv(4096))
        start = time.monotonic()
        self.end(signal.SIGINT)
        self.assertLess(time.monotonic() - start, 3)
        self.assertEqual(idle.recv(10), b"")
        self.view("small", "--port", port)
        self.assertEqual(self.port, port)
        self.end()

    def test_what_is_no_result(self):
        self.assertIn("nowhere", self.galet("view", "nowhere", status=4).stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("empty", self.galet("view", "small", "empty", status=4).stderr)
        self.galet("run", self.scene(SWEEPING, "sweep.toml"), "--out", "sweep", "--quiet")
        self.assertIn("galet plot", self.galet("view", "sweep", status=2).stderr)
        for options in (["--port", "x"], ["--port", "-1"], ["--port", "70000"], ["--at", "a b"], ["--fast"]):
            self.galet("view", "small", *options, status=2)
        self.galet("view", status=2)


if __name__ == "__main__":
    unittest.main()
