"""Local Spark over several partitions comes to the same as one process, also when a partition is lost.

Run by `python -m unittest discover tests` with CORPUS_TOOLS naming the program, or after `cargo build --release`.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))

import corpus_cluster as cluster  # noqa: E402

BINARY = os.environ.get("CORPUS_TOOLS", str(ROOT / "target" / "release" / "corpus-tools"))
# Limits are counted: then all figures but times and the processes' memory are the same in every run.
ARGUMENTS = ["--grammar", "java7", "--limit", "50000", "--runs", "2", "--recoverer", "cpctplus,panic"]
VARYING = ("time_ns", "parse_ns", "rss_kib")
COUNTED = ("files", "failed_percent", "cost_mean", "tokens_skipped_percent", "error_locations", "work", "peak_bytes")


def comparable(records):
    kept = [{key: value for key, value in record.items() if key not in VARYING} for record in records]
    return sorted(kept, key=lambda record: (record["file"], record["recoverer"], record["run"]))


def counted_statistics(text):
    algorithms = json.loads(text)["algorithms"]
    return {name: {key: figures[key] for key in COUNTED} for name, figures in algorithms.items()}


class LocalSpark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Two tasks at a time, each tried up to three times.
        cls.session = cluster.session_at("local[2,3]")
        cls.session.sparkContext.setLogLevel("OFF")
        samples = cluster.list_files([str(ROOT / "grammars" / "java7" / "bad")])
        cls.files = [name for name in samples if name.endswith(".java")]
        cls.alone = list(cluster.run_binary(BINARY, ARGUMENTS, cls.files))

    @classmethod
    def tearDownClass(cls):
        cls.session.stop()

    def test_partitions_come_to_the_same_records_as_one_process(self):
        for partitions in (1, 5, 20):
            frame = cluster.measure(self.session, BINARY, ARGUMENTS, self.files, partitions)
            found = [cluster.to_record(row) for row in frame.collect()]
            self.assertEqual(comparable(found), comparable(self.alone))

    def test_statistics_from_parquet_are_those_of_one_process(self):
        with tempfile.TemporaryDirectory() as folder:
            parquet = os.path.join(folder, "records.parquet")
            cluster.measure(self.session, BINARY, ARGUMENTS, self.files, 4).write.parquet(parquet)
            arguments = ["--format", "json", "--resamples", "200"]
            found = cluster.report(self.session, BINARY, parquet, arguments)
            lines = os.path.join(folder, "alone.json")
            with open(lines, "w", encoding="utf-8") as out:
                out.writelines(json.dumps(record) + "\n" for record in self.alone)
            expected = subprocess.run([BINARY, "report", *arguments, lines], stdout=subprocess.PIPE, check=True)
            self.assertEqual(counted_statistics(found), counted_statistics(expected.stdout))

    def test_a_lost_partition_is_computed_again(self):
        with tempfile.TemporaryDirectory() as folder:
            def die_once(number):
                marker = os.path.join(folder, f"died-{number}")
                if number == 1 and not os.path.exists(marker):
                    open(marker, "w").close()
                    os.kill(os.getpid(), signal.SIGKILL)

            frame = cluster.measure(self.session, BINARY, ARGUMENTS, self.files, 3, die_once)
            found = [cluster.to_record(row) for row in frame.collect()]
            self.assertEqual(os.listdir(folder), ["died-1"])
            self.assertEqual(comparable(found), comparable(self.alone))

    def test_a_program_that_fails_is_an_error(self):
        with self.assertRaises(RuntimeError):
            list(cluster.run_binary(BINARY, ["--grammar", "no such grammar"], self.files))


class Arguments(unittest.TestCase):
    def test_options_are_told_from_paths(self):
        found = cluster.split_arguments(["--grammar", "java7", "--sets", "a", "--runs=3", "b"])
        self.assertEqual(found, (["--grammar", "java7", "--sets", "--runs=3"], ["a", "b"]))

    def test_an_estimate_is_files_times_runs_times_the_mean(self):
        with tempfile.TemporaryDirectory() as folder:
            records = os.path.join(folder, "records.tsv")
            with open(records, "w", encoding="utf-8") as out:
                out.write("file\trecoverer\tparse_ns\na\tpanic\t1000000000\na\tpanic\t3000000000\nb\tpanic\t4000000000\n")
            self.assertEqual(cluster.estimate(records, 3600, 2), {"panic": 6.0})


if __name__ == "__main__":
    unittest.main()
