"""What this compiler replaces, as its authors would write it: hooks put into Dagu workflows with PyYAML, on its C loader and dumper.

Usage: peer-injector.py BUNDLE.yaml HOOKS.json     (the result goes to standard output)

Written for the benchmark after the description of the Python injector, with no more than the rules of the benchmark need. It does much
less than `dagweave apply`: comments, quotes and layout are lost, a step is inserted without a look at who waits for it, and nothing is
checked, neither before nor behind.
"""

import fnmatch
import json
import re
import shlex
import sys
from pathlib import Path

import yaml


def main(bundle, hooks):
    config = json.loads(Path(hooks).read_text())["hooks"]
    prompts = Path(hooks).parent / config["prompts_dir"]
    with open(bundle) as file:
        dags = list(yaml.load_all(file, Loader=yaml.CSafeLoader))
    root, *others = dags
    for dag in dags:
        points = ("pre_root", "post_roots", "final") if dag is root else ("pre_task", "post_task")
        for point in points:
            for rule in config["injections"].get(point, []):
                if dag is root or matches(rule, dag["name"]):
                    inject(dag["steps"], point, rule, build(config, prompts, rule, point, dag, root))
    yaml.dump_all(dags, sys.stdout, Dumper=yaml.CSafeDumper, sort_keys=False)


def matches(rule, task):
    if any(matches_pattern(pattern, task) for pattern in rule.get("tasks_exclude", [])):
        return False
    return any(matches_pattern(pattern, task) for pattern in rule.get("tasks", ["*"]))


def matches_pattern(pattern, task):
    if pattern.startswith("/") and pattern.endswith("/"):
        return re.search(pattern[1:-1], task) is not None
    return pattern == task or fnmatch.fnmatch(task, pattern)


def build(config, prompts, rule, point, dag, root):
    step = config["step_definitions"][rule["step"]] if "step" in rule else rule
    values = {"task_id": dag["name"], "spec_id": root["name"], "worktree_path": f"worktrees/{dag['name']}"}
    kind = rule.get("step", step["type"]).replace("_", "-")
    name = f"hook-{point.replace('_', '-')}-{kind}-{config['injections'][point].index(rule)}"
    return {
        "name": name,
        "command": command(step, prompts, values),
        "output": f"{dag['name']}_{name}_RESULT".upper().replace("-", "_"),
    }


def command(step, prompts, values):
    if step["type"] == "llm_eval":
        prompt = step.get("prompt") or (prompts / step["prompt_file"]).read_text()
        prompt = "\n".join(prompt) if isinstance(prompt, list) else prompt
        words = ["arborist", "hooks", "llm-eval", "--prompt", fill(prompt, values)]
        for option in ("runner", "model", "timeout"):
            if option in step:
                words += [f"--{option}", str(step[option])]
        return shlex.join(words)
    if step["type"] == "quality_check":
        extraction = step["score_extraction"]
        words = ["arborist", "hooks", "quality-check", "--command", fill(step["command"], values)]
        words += ["--min-score", str(step["min_score"])]
        return shlex.join([*words, "--extraction", extraction["type"], "--extraction-pattern", extraction["pattern"]])
    if step["type"] == "python":
        return shlex.join(["arborist", "hooks", "python", step["class"], json.dumps(step["config"])])
    return fill(step["command"], values)


def fill(text, values):
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], text)


def inject(steps, point, rule, new):
    if "after" in rule:
        for index, step in enumerate(steps):
            if step["name"] == rule["after"]:
                new["depends"] = [rule["after"]]
                steps.insert(index + 1, new)
                return
    if "before" in rule:
        for index, step in enumerate(steps):
            if step["name"] == rule["before"]:
                steps.insert(index, new)
                step["depends"] = [new["name"]]
                return
    anchor = {"post_roots": "branches-setup", "post_task": "post-merge"}.get(point)
    if point in ("pre_root", "pre_task"):
        steps.insert(0, new)
        return
    if point == "final" and steps:
        new["depends"] = [steps[-1]["name"]]
    for index, step in enumerate(steps):
        if step["name"] == anchor:
            new["depends"] = [anchor]
            steps.insert(index + 1, new)
            return
    steps.append(new)


main(*sys.argv[1:])
