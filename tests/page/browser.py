"""A headless Chromium, driven through its pipe (the DevTools protocol): no other package is needed for it."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find():
    """The browser's program; None if there is none."""
    for name in PROGRAMS:
        if shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    """One tab. What the page asks the network for, what it says to the console and what it throws is kept."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.out = os.pipe()
        self.answers, from_browser = os.pipe()
        self.number, self.rest, self.session = 0, b"", None
        self.requests, self.complaints, self.loaded = [], [], False
        words = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                 "--remote-debugging-pipe", "--user-data-dir=" + self.profile.name, "--hide-scrollbars",
                 "--disable-background-networking", "--disable-component-update", "about:blank"]

        def take_pipes():
            # The protocol's places: 3 to read from, 4 to write to. Copies first: one may stand where the other goes.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(words, close_fds=False, preexec_fn=take_pipes, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=dict(os.environ, HOME=self.profile.name))
        os.close(to_browser)
        os.close(from_browser)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (EOFError, OSError, TimeoutError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.answers)
        self.profile.cleanup()

    def receive(self, deadline):
        """The next message."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.answers], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise EOFError("the browser has ended")
            self.rest += read
        message, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(message)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, params):
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("dialog: " + params["message"])

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 60
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, url, width=1280, height=900, scheme="light", scripts=True):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.load("about:blank")  # so that an address that differs in its fragment alone is loaded, too
        self.requests, self.complaints = [], []
        self.load(url)

    def load(self, url):
        self.loaded = False
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + 60
        while not self.loaded:
            self.receive(deadline)

    def value(self, expression):
        """Of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def screenshot(self, whole=False):
        """PNG, as base64."""
        return self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
