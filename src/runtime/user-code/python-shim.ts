/**
 * What `python3 -c` runs: loads the class, runs it and answers on file descriptor 3. The names of the first version's base
 * classes are there to import where that package is not installed.
 */
export const pythonShim = `
import asyncio, dataclasses, importlib, inspect, json, os, sys, traceback, types
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Optional


unset = []


@dataclasses.dataclass
class StepContext:
    task_id: Optional[str]
    spec_id: Optional[str]
    worktree_path: Optional[Path]
    branch_name: Optional[str]
    parent_branch: Optional[str]
    arborist_home: Optional[Path]
    timestamp: str

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if value is None and name in self.__dataclass_fields__ and name not in unset:
            unset.append(name)
        return value


@dataclasses.dataclass
class StepResultBase:
    success: bool = False
    error: Optional[str] = None
    skipped: bool = False


@dataclasses.dataclass
class CustomStepResult(StepResultBase):
    data: Any = dataclasses.field(default_factory=dict)


class CustomStep(ABC):
    @abstractmethod
    def __init__(self, config):
        ...

    @abstractmethod
    def execute(self, ctx):
        ...


def offer_base_classes():
    try:
        importlib.import_module("agent_arborist.hooks.base")
    except ImportError:
        names = ["agent_arborist", "agent_arborist.hooks", "agent_arborist.hooks.base"]
        modules = [types.ModuleType(name) for name in names]
        for offered in (StepContext, StepResultBase, CustomStepResult, CustomStep):
            setattr(modules[2], offered.__name__, offered)
        modules[0].hooks, modules[1].base = modules[1], modules[2]
        for module in modules:
            module.__path__ = []
            sys.modules[module.__name__] = module


def load_class(name):
    module_name, _, class_name = name.rpartition(".")
    module = importlib.import_module(module_name)
    if not hasattr(module, class_name):
        raise ImportError("module %s has no class %s" % (module_name, class_name))
    return getattr(module, class_name)


def make_context(values):
    paths = {key: values[key] and Path(values[key]) for key in ("worktree_path", "arborist_home")}
    return StepContext(**{**values, **paths})


def plain(value):
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if hasattr(value, "model_dump"):
        return value.model_dump()
    if hasattr(value, "success"):
        return {key: item for key, item in vars(value).items() if not key.startswith("_")}
    return value


def other(value):
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    return plain(value) if dataclasses.is_dataclass(value) else str(value)


def run(request):
    sys.path[:0] = request["folders"]
    try:
        offer_base_classes()
        step_class = load_class(request["name"])
    except BaseException as error:
        traceback.print_exc()
        return {"kind": "unable", "error": "cannot load %s: %s: %s" % (request["name"], type(error).__name__, error)}
    try:
        result = step_class(request["config"]).execute(make_context(request["context"]))
        if inspect.isawaitable(result):
            result = asyncio.run(result)
        answer = {"kind": "returned", "value": plain(result)}
        json.dumps(answer, default=other, allow_nan=False)
        return answer
    except BaseException as error:
        traceback.print_exc()
        return {"kind": "raised", "error": "%s: %s" % (type(error).__name__, error)}


def main():
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    os.set_inheritable(3, False)
    reply = json.dumps({**run(request), "unset": unset}, default=other, allow_nan=False)
    with os.fdopen(3, "w", encoding="ascii") as answer:
        answer.write(reply)


main()
`;
