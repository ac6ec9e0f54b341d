"""The measuring step of corpus-tools on Apache Spark.

Files are dealt out to partitions; each partition is one process `corpus-tools measure` with the list of its files on
standard input. What it writes becomes rows of a DataFrame, and those Parquet. A partition that is lost is computed again
by Spark, from its list of files. Reports are made by `corpus-tools report` from the Parquet files.

    python corpus_cluster.py measure --binary PATH --out RECORDS.parquet [--master URL] [--partitions N]
        -- --grammar java7 --recoverer cpctplus,panic --runs 30 DIR|FILE...
    python corpus_cluster.py report --binary PATH RECORDS.parquet [-- --format json]
    python corpus_cluster.py estimate RECORDS.tsv [--files 200000] [--runs 30]
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

from pyspark.sql import SparkSession
from pyspark.sql.types import ArrayType, LongType, StringType, StructField, StructType

TEXTS = ["file", "grammar", "fingerprint", "recoverer", "limit", "version", "outcome", "sets", "note"]
NUMBERS = ["run", "lexemes", "lex_errors", "error_locations", "deleted", "time_ns", "parse_ns", "work",
           "configurations", "bytes", "rss_kib"]
LISTS = ["positions", "costs"]
# Numbers of repair sequences go up to 2^128: kept as text.
WIDE_LISTS = ["sequences"]

SCHEMA = StructType(
    [StructField(name, StringType(), False) for name in TEXTS]
    + [StructField(name, LongType(), False) for name in NUMBERS]
    + [StructField(name, ArrayType(LongType(), True), False) for name in LISTS]
    + [StructField(name, ArrayType(StringType(), True), False) for name in WIDE_LISTS]
)

# Statuses of corpus-tools: done, and done with files that could not be read or killed their worker.
FINE = (0, 1)


def to_row(record):
    """A record, as JSON has it, as a tuple in the order of SCHEMA."""
    wide = [[None if number is None else str(number) for number in record[name]] for name in WIDE_LISTS]
    return tuple([record[name] for name in TEXTS + NUMBERS + LISTS] + wide)


def to_record(row):
    """The record that a row of SCHEMA is."""
    record = row.asDict()
    for name in WIDE_LISTS:
        record[name] = [None if number is None else int(number) for number in record[name]]
    return record


def run_binary(binary, arguments, files):
    """The records that one process writes about these files, one by one."""
    command = [binary, "measure", *arguments, "--format", "json", "-"]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as names:
        names.write("".join(f"{name}\n" for name in files))
        names.seek(0)
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE, encoding="utf-8") as process:
            for line in process.stdout:
                yield json.loads(line)
    if process.returncode not in FINE:
        raise RuntimeError(f"'{' '.join(command)}' ended with status {process.returncode}")


def measure(session, binary, arguments, files, partitions, before=None):
    """The records of `files` as a DataFrame. `before` is called with its number when a partition begins."""

    def one_partition(number, files):
        if before is not None:
            before(number)
        files = list(files)
        if files:
            yield from (to_row(record) for record in run_binary(binary, arguments, files))

    rows = session.sparkContext.parallelize(files, partitions).mapPartitionsWithIndex(one_partition)
    return session.createDataFrame(rows, SCHEMA)


def write_json_lines(frame, out):
    """Writes the records of a DataFrame so that `corpus-tools report` can read them."""
    for row in frame.toLocalIterator():
        out.write(json.dumps(to_record(row)) + "\n")


def report(session, binary, parquet, arguments):
    """Runs `corpus-tools report` over records in Parquet; its output."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as lines:
        write_json_lines(session.read.parquet(parquet), lines)
        lines.flush()
        done = subprocess.run([binary, "report", *arguments, lines.name], stdout=subprocess.PIPE, check=True,
                              encoding="utf-8")
    return done.stdout


def list_files(paths):
    """The files that paths name: those of folders at any depth, hidden ones left out, sorted."""
    files = []
    for path in paths:
        if os.path.isdir(path):
            before = len(files)
            for folder, folders, names in os.walk(path):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                files += [os.path.join(folder, name) for name in sorted(names) if not name.startswith(".")]
            if len(files) == before:
                sys.exit(f"corpus_cluster: folder '{path}' holds no file")
        elif os.path.isfile(path):
            files.append(path)
        else:
            sys.exit(f"corpus_cluster: there is no '{path}'")
    return files


def session_at(master):
    return (SparkSession.builder.master(master).appName("corpus-tools")
            .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate())


def estimate(records, files, runs):
    """Hours of one core that `runs` runs over `files` such files would take, by recoverer."""
    times = defaultdict(lambda: defaultdict(list))
    csv.field_size_limit(sys.maxsize)
    with open(records, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            times[row["recoverer"]][row["file"]].append(int(row["parse_ns"]))
    hours = {}
    for recoverer, by_file in times.items():
        mean = sum(sum(values) / len(values) for values in by_file.values()) / len(by_file)
        hours[recoverer] = mean * files * runs / 3.6e12
    return hours


def split_arguments(arguments):
    """Options and paths of `corpus-tools measure`, apart."""
    options, paths, valued = [], [], False
    for argument in arguments:
        if valued or argument.startswith("--"):
            options.append(argument)
            valued = not valued and "=" not in argument and argument != "--sets"
        else:
            paths.append(argument)
    return options, paths


def main(arguments):
    own, rest = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, rest = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(prog="corpus_cluster", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("measure", "report"):
        command = commands.add_parser(name)
        command.add_argument("--binary", required=True)
        command.add_argument("--master", default="local[*]")
        if name == "measure":
            command.add_argument("--out", required=True)
            command.add_argument("--partitions", type=int, default=64)
        else:
            command.add_argument("parquet")
    command = commands.add_parser("estimate")
    command.add_argument("records")
    command.add_argument("--files", type=int, default=200_000)
    command.add_argument("--runs", type=int, default=30)
    options = parser.parse_args(own)
    if options.command == "estimate":
        hours = estimate(options.records, options.files, options.runs)
        for recoverer, value in sorted(hours.items()):
            print(f"{recoverer:<20}{value:>12.2f} core hours")
        print(f"{'all':<20}{sum(hours.values()):>12.2f} core hours")
        return
    session = session_at(options.master)
    if options.command == "measure":
        measure_options, paths = split_arguments(rest)
        frame = measure(session, options.binary, measure_options, list_files(paths), options.partitions)
        frame.write.parquet(options.out)
    else:
        sys.stdout.write(report(session, options.binary, options.parquet, rest))


if __name__ == "__main__":
    main(sys.argv[1:])
