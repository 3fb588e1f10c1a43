import { isOfPolicy } from '../../model/layer.js';
import type { InjectedNode } from '../../model/plan.js';
import { pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { entriesIn } from './commands.js';
import type { JobText } from './document.js';
import { isKnownOutside } from './first-runner.js';
import type { RulesProblem } from './hook-rules.js';
import { matrixOf } from './matrix.js';
import type { Pipeline } from './pipeline.js';
import { powershellIn } from './powershell.js';
import { readVariables } from './variables.js';
import { rulesOf } from './when-of-jobs.js';

/** Why a hook with the rules of a job may be missing where that job is: they ask for a variable that the hook does not have. */
export function whyRulesDiffer(node: InjectedNode, job: JobText, pipeline: Pipeline): RulesProblem | undefined {
  const asked = variablesAsked(job, pipeline);
  const varying = askedOfMatrix(asked, job, pipeline);
  if (varying !== undefined)
    return {
      why: `they ask for \`$${varying}\`, a variable of the matrix of that job, which this hook does not have`,
      instead: `Ask for it in the commands of \`${job.name}\` instead, or exclude that job with \`tasks_exclude\``,
    };
  if (takesVariables(node, job, pipeline)) return undefined;
  const given = new Set(variablesForRules(node, job, pipeline));
  const lost = [...readVariables(job.fields.all('variables'), pipeline.document, pipeline.file.text).keys()].find(
    (name) => asked.has(name) && !given.has(name),
  );
  if (lost === undefined) return undefined;
  return {
    why: `they ask for \`$${lost}\`, a variable of that job, which this hook does not have`,
    instead: `Set \`${lost}\` in the \`variables\` of the whole pipeline`,
  };
}

/** Does a hook have the variables of the job that it is around? */
export function takesVariables(node: InjectedNode, job: JobText, pipeline: Pipeline): boolean {
  const { document, file } = pipeline;
  if (node.about === undefined || !mayHaveVariables(node)) return false;
  return powershellIn(job, document, file.text) === undefined && isKnownOutside(job, 'variables', document, file.text);
}

/** The variables of a job that its rules ask for, and that a hook with these rules has of it where it has not all of them. */
export function variablesForRules(node: InjectedNode, job: JobText, pipeline: Pipeline): readonly string[] {
  if (!mayHaveVariables(node)) return [];
  const asked = variablesAsked(job, pipeline);
  const mayVary = variedIn(job, pipeline).length > 0;
  return [...readVariables(job.fields.all('variables'), pipeline.document, pipeline.file.text)].flatMap(
    ([name, value]) => (asked.has(name) && !(mayVary && value.includes('$')) ? [name] : []),
  );
}

/** A workflow must not say by what a gate of a policy is run. */
function mayHaveVariables({ injection }: InjectedNode): boolean {
  return !isOfPolicy(injection.rule) && injection.call.kind !== 'spawn';
}

/** GitLab 18.5 and later fill in the values of variables that rules ask for, so what those name is asked for as well. */
function askedOfMatrix(asked: ReadonlySet<string>, job: JobText, pipeline: Pipeline): string | undefined {
  const varied = variedIn(job, pipeline);
  if (varied.length === 0) return undefined;
  const { document, file } = pipeline;
  const maps = [pairOf(document.root, 'variables')?.value, ...job.fields.all('variables')];
  const values = readVariables(maps, document, file.text);
  const all = new Set(asked);
  for (const name of all) for (const next of namesIn(values.get(name) ?? '')) all.add(next);
  return varied.find((name) => all.has(name));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name!);
}

function variedIn(job: JobText, { document, file }: Pipeline): readonly string[] {
  return matrixOf(job, document, file.text).flatMap(({ pairs }) => pairs.map(({ key }) => key.value));
}

function variablesAsked(job: JobText, pipeline: Pipeline): ReadonlySet<string> {
  const { rules } = rulesOf(job, pipeline);
  const asking = rules.flatMap((rule) => rule.flatMap(({ key, value }) => (key.value === 'variables' ? [] : [value])));
  const older = ['only', 'except'].flatMap((key) => job.fields.get(key)?.pair.value ?? []);
  const nodes = [...asking, ...older].flatMap((node) => textsIn(node, pipeline));
  return new Set(nodes.flatMap(namesIn));
}

/** The texts of a value, and of what lists and references in it lead to. */
function textsIn(node: YamlNode, { document, file: { text } }: Pipeline): readonly string[] {
  const found = resolved(node);
  const parts = found?.kind === 'map' ? found.pairs.map(({ value }) => value) : [node];
  return parts.flatMap((part) => entriesIn(part, document, text).nodes.map(({ start, end }) => text.slice(start, end)));
}
