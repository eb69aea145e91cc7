"""Data sets as lists, as arrays, and as Parquet without Arrow."""
import importlib.util
import os
import subprocess
import tempfile
import unittest

from ludoforge import HAS_NUMPY, ParquetError, read_parquet, read_rows, to_arrays, write_parquet, write_rows
from ludoforge.connection import default_command


class Sets(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_files_of_the_command_have_the_same_rows_in_both_formats(self):
        for name in ("rows.jsonl", "rows.parquet"):
            words = ["sim", "reversi", "--games", "20", "--seed", "1", "--out", self.path(name)]
            subprocess.run([*default_command(), *words], check=True, stdout=subprocess.DEVNULL)
        lines, parquet = (read_rows(self.path(name)) for name in ("rows.jsonl", "rows.parquet"))
        self.assertEqual(list(parquet), list(lines))
        self.assertGreater(len(lines["game"]), 1000)
        for name, values in lines.items():
            self.assertEqual(parquet[name], values, name)
        self.assertEqual(read_rows(self.path("rows.parquet"), ["seat"])["seat"], lines["seat"])
        with self.assertRaises(KeyError):
            read_rows(self.path("rows.parquet"), ["chair"])

    def test_what_is_written_can_be_read(self):
        table = {
            "n": [1, -2, None, 2**40],
            "x": [0.5, None, 2, -1e300],
            "word": ["a", "ü", None, ""],
            "list": [[1, 2], {"a": None}, None, []],
            "none": [None, None, None, None],
        }
        for name in ("own.parquet", "own.jsonl"):
            write_rows(self.path(name), table)
            self.assertEqual(read_rows(self.path(name)), table)
        long = {"n": [None if n % 1000 == 0 else n for n in range(70_000)]}
        write_parquet(self.path("long.parquet"), long)
        self.assertEqual(read_parquet(self.path("long.parquet")), long)
        with self.assertRaises(ValueError):
            write_parquet(self.path("bad.parquet"), {"a": [1], "b": []})
        write_parquet(self.path("empty.parquet"), {"a": []})
        self.assertEqual(read_parquet(self.path("empty.parquet")), {"a": []})

    if importlib.util.find_spec("pyarrow") is not None:  # where it is absent, test/python.test.ts reads it with hyparquet

        def test_arrow_can_read_it(self):
            import pyarrow.parquet

            table = {"n": [1, None], "word": ["a", None]}
            write_parquet(self.path("own.parquet"), table)
            self.assertEqual(pyarrow.parquet.read_table(self.path("own.parquet")).to_pydict(), table)

    def test_a_file_that_is_not_parquet_is_refused(self):
        with open(self.path("bad.parquet"), "wb") as file:
            file.write(b"no parquet at all")
        with self.assertRaises(ParquetError):
            read_parquet(self.path("bad.parquet"))

    def test_columns_become_arrays(self):
        table = {"n": [1, 2], "x": [0.5, None], "word": ["a", None]}
        if not HAS_NUMPY:
            with self.assertRaises(ImportError):
                to_arrays(table)
            return
        arrays = to_arrays(table)
        self.assertEqual([arrays[name].dtype.kind for name in table], ["i", "f", "O"])
        self.assertTrue(arrays["x"][1] != arrays["x"][1])
