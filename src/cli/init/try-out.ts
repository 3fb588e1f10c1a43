import { type CompileResult, compile } from '../../compile.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { PackageFile } from '../package-files.js';
import { type Choice, choices, type Facts, type FirstRule, firstConfiguration } from './first-configuration.js';
import type { Surroundings } from './look-around.js';
import { testsFirst } from './tests-first.js';
import { type FoundWorkflow, filesOf } from './with-parts.js';

export interface TriedOut {
  readonly text: string;
  /** What the rule changes in one workflow; `undefined` where it changes none of those that are here. */
  readonly first: Working | undefined;
  /** One that would take long, so that nobody knows what the rule changes there. */
  readonly untried: FoundWorkflow | undefined;
}

interface Working {
  readonly workflow: FoundWorkflow;
  readonly result: CompileResult;
}

/** The configuration for these workflows: its names are theirs, and a choice that would be an error in one of them is left out. */
export function tryOut(surroundings: Surroundings, prompts: readonly PackageFile[], now = Date.now): TriedOut {
  const latest = now() + patience;
  const texts = new Map(prompts.map(({ name, text }) => [name.replaceAll('\\', '/'), text]));
  const library: PromptLibrary = {
    read(_, path) {
      const text = texts.get(path);
      return text === undefined ? { kind: 'missing', path, known: [] } : { kind: 'text', path, text };
    },
  };
  const siblings = surroundings.workflows.flatMap(filesOf).map(({ path }) => path);
  const compiled = (workflow: FoundWorkflow, text: string): CompileResult | undefined => {
    const result = compile({
      workflow: filesOf(workflow),
      configuration: [{ path: '.dagweave/config.yaml', text, layer: 'project' }],
      prompts: library,
      options: { siblings },
    });
    return result.ok ? result : undefined;
  };
  const quick = surroundings.workflows.filter(isQuick);
  const workingWith = (firstRule: FirstRule): readonly Working[] => {
    const text = firstConfiguration({ surroundings, tasks: [], firstRule });
    const working: Working[] = [];
    for (const workflow of oneOfEachFirst(testsFirst(quick))) {
      if (working.length >= mostTried || now() > latest) break;
      const result = compiled(workflow, text);
      if (result && result.edits.length > 0) working.push({ workflow, result });
    }
    return working;
  };
  const awaited = workingWith('awaited');
  const isEnough = awaited.length === Math.min(quick.length, mostTried);
  const unawaited = isEnough ? [] : workingWith('unawaited');
  const firstRule = unawaited.length > awaited.length ? 'unawaited' : 'awaited';
  const working = firstRule === 'awaited' ? awaited : unawaited;
  const [first] = working;
  const facts: Facts = { surroundings, tasks: first ? tasksIn(first.result) : [], firstRule };
  const works = (choice: Choice) => {
    const text = firstConfiguration(facts, new Set(), new Set([choice]));
    return working.every(({ workflow }) => now() > latest || compiled(workflow, text));
  };
  const without = new Set(choices.filter((choice) => !works(choice)));
  const text = firstConfiguration(facts, without);
  const refused = quick.filter((workflow) => now() <= latest && !compiled(workflow, text));
  return {
    text: refused.length === 0 ? text : firstConfiguration({ ...facts, refused }, without),
    first,
    untried: surroundings.workflows.find((one) => !isQuick(one)),
  };
}

const patience = 2000;
const mostTried = 6;

/** May it be compiled a few times while somebody waits? */
function isQuick(workflow: FoundWorkflow): boolean {
  let [characters, lines] = [0, 0];
  for (const { text } of filesOf(workflow)) {
    characters += text.length;
    if (characters > mostCharacters) return false;
    lines += text.split('\n').length;
  }
  return lines <= mostLines;
}

const mostCharacters = 300_000;
const mostLines = 10_000;

/** So that each language that is here is tried. */
function oneOfEachFirst(workflows: readonly FoundWorkflow[]): readonly FoundWorkflow[] {
  const first = workflows.filter(({ format }, index) => workflows.findIndex((one) => one.format === format) === index);
  return [...first, ...workflows.filter((one) => !first.includes(one))];
}

/** A name goes into a pattern and into a comment, so only plain ones are taken. */
function tasksIn({ workflows }: CompileResult): readonly string[] {
  const injections = workflows.flatMap(({ plan }) =>
    plan.dags.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection] : []))),
  );
  const names = injections.flatMap(({ task }) => (task !== undefined && plainName.test(task) ? [task] : []));
  return [...new Set(names)];
}

const plainName = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,58}[A-Za-z0-9])?$/;
