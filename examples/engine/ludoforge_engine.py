"""Games of LudoForge from Python 3, without any packages: see docs/engine.md."""
import json
import subprocess


class EngineError(Exception):
    """What the engine refuses: `code` is for programs, the text for people."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Engine:
    """with Engine("reversi") as engine: answer = engine.ask("start", seats="all", seed=7)"""

    def __init__(self, game, command=("ludoforge",), options=()):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
        self.process = subprocess.Popen([*command, "engine", game, *options], **pipes)
        self.rules = self.ask("hello", protocol="ludoforge-lines/1")["rules"]

    def ask(self, name, **fields):
        """The answer to one ask."""
        return self.ask_all([{"ask": name, **fields}])[0]

    def ask_all(self, asks):
        """The answers to several asks that go in one line: much faster than one by one."""
        numbered = [{"id": number, **ask} for number, ask in enumerate(asks)]
        self.process.stdin.write(json.dumps(numbered) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if line == "":
            raise EOFError(f"The engine has ended with code {self.process.wait()}.")
        answers = json.loads(line)
        for answer in answers if isinstance(answers, list) else [answers]:
            if "error" in answer:
                raise EngineError(answer["error"])
        return answers

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
