import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { type ExplainResult, explain as explainWhy } from '../../explain.js';
import type { Explanation, Question } from '../../model/explanation.js';
import { readRules } from '../../pipeline/read-rules.js';
import { explanationText } from '../../render/explain.js';
import { createLocator } from '../../render/locator.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { InternalFault } from '../fault.js';
import { diagnosticsAsRead } from '../in-answer.js';
import type { ExplainOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { workflowExtensions } from '../read-inputs.js';
import { type Request, readRequest } from '../request.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

/** Exits with 1 where what is asked about is not there; a rule that does not match a task is an answer like any other. */
export async function explain(call: Call<ExplainOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const asked = readQuestion(call.inputs, options, found.report);
  const request = asked ? await readRequest(asked.inputs, options, found.report) : undefined;
  if (!asked || !request || found.hasErrors()) {
    showDiagnostics(found.all(), request ? sourcesOf(request, undefined) : [], call);
    return exitCodeOf(found.all(), options.strict);
  }
  const questions = asked.kind === 'every rule' ? everyRule(asked.task, request) : [asked.question];
  const results = questions.map((question) => ask(request, question));
  const [first] = results;
  const sources = sourcesOf(request, first);
  const { colors } = terminal.result;
  const locate = createLocator(sources);
  const answers = results.flatMap(({ explanation }) => explanation ?? []);
  terminal.result.write(answers.map((answer) => explanationText(answer, locate, colors)).join('\n'));
  tellRead(request, call);
  const diagnostics = [...found.all(), ...(first ? diagnosticsAsRead(request.files, first) : [])];
  // Notes tell of places that nobody asked about.
  const told = options.verbose ? diagnostics : diagnostics.filter((one) => one.severity !== 'note');
  showDiagnostics(told, sources, call);
  const exit = exitCodeOf(diagnostics, options.strict);
  return exit === exitCodes.fine && !answers.some(isAnswer) ? exitCodes.failed : exit;
}

type Asked =
  | { readonly kind: 'one'; readonly question: Question; readonly inputs: readonly string[] }
  | { readonly kind: 'every rule'; readonly task: string; readonly inputs: readonly string[] };

/** Without `--rule` and `--vars`, the first word is the step that is meant, unless it is a workflow to look for the task in. */
function readQuestion(
  words: readonly string[],
  { task, rule, vars }: ExplainOptions,
  report: Report,
): Asked | undefined {
  const [name, ...others] = words;
  if (vars && rule === undefined && task === undefined) {
    return { kind: 'one', question: { kind: 'variables' }, inputs: words };
  }
  if (!vars && rule !== undefined && task !== undefined) {
    return { kind: 'one', question: { kind: 'meeting', task, rule }, inputs: words };
  }
  if (!vars && rule !== undefined && task === undefined) {
    return { kind: 'one', question: { kind: 'rule', rule }, inputs: words };
  }
  if (
    !vars &&
    rule === undefined &&
    task !== undefined &&
    (name === undefined || isFile(name) || (others.length === 0 && existsSync(name)))
  ) {
    return { kind: 'every rule', task, inputs: words };
  }
  if (!vars && rule === undefined && name !== undefined && !(isFile(name) && others.length === 0)) {
    return { kind: 'one', question: { kind: 'step', name, task }, inputs: others };
  }
  report('DW830', {});
  return undefined;
}

function isFile(word: string): boolean {
  return word === '-' || workflowExtensions.has(extname(word));
}

function everyRule(task: string, { input }: Request): readonly Question[] {
  const { rules } = readRules({ configuration: input.configuration }, createCollector().report).rules;
  return rules.map(({ id }) => ({ kind: 'meeting', task, rule: id }));
}

function ask({ input }: Request, question: Question): ExplainResult {
  try {
    return explainWhy(input, question);
  } catch (error) {
    const { workflow, configuration, options } = input;
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}

function isAnswer(explanation: Explanation): boolean {
  switch (explanation.kind) {
    case 'step':
      return explanation.steps.length + explanation.own.length > 0;
    case 'meeting':
      return explanation.failed?.clause !== 'rule' && explanation.failed?.clause !== 'task';
    case 'rule':
      return explanation.failed?.clause !== 'rule';
    case 'variables':
      return true;
  }
}
