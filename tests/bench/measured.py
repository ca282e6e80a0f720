#!/usr/bin/env python3
"""Runs a program and writes down what it took.

usage: measured.py OUT COMMAND...

OUT gets, as JSON: the exit code, the seconds, the processor's seconds of all processes, and the
peak memory in MiB of the one that had most. It is a process of its own for two reasons: what a
program's processes leave behind when they end becomes its children, for which it waits; and the
system counts the memory of the process that starts a program as that program's.
"""

import ctypes
import json
import os
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def main(out, command):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ)
    wall, cpu, memory, code = 0, 0, 0, None
    while True:
        try:
            ended, status, usage = os.wait3(0)
        except ChildProcessError:
            break
        if ended == pid:
            wall, code = time.perf_counter() - start, os.waitstatus_to_exitcode(status)
        cpu += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss / 1024)
    with open(out, "w") as file:
        json.dump({"code": code, "wall": wall, "cpu": cpu, "memory": memory}, file)


main(sys.argv[1], sys.argv[2:])
