"""Whether two reports, both valid by the schema, say the same, in whatever order.

usage: same_sarif.py REPORT REPORT SCHEMA
"""

import json
import sys

from jsonschema.validators import validator_for


def said(path, schema):
    report = json.load(open(path))
    validator_for(schema)(schema).validate(report)
    (run,) = report["runs"]
    invocation = run["invocations"][0]
    texts = [json.dumps(item, sort_keys=True) for item in run["results"] + invocation["toolExecutionNotifications"]]
    return run["automationDetails"], run["tool"], invocation["executionSuccessful"], sorted(texts)


first, second, schema = sys.argv[1:]
schema = json.load(open(schema))
assert len(said(first, schema)[3]) > 10
assert said(first, schema) == said(second, schema)
