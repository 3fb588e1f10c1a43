import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { type ExplainResult, explain as explainWhy } from '../../explain.js';
import type { Explanation, Question } from '../../model/explanation.js';
import { explanationText } from '../../render/explain/explain.js';
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
  const result = ask(request, asked.question);
  const { explanation } = result;
  const sources = sourcesOf(request, result);
  const { colors } = terminal.result;
  if (explanation) terminal.result.write(explanationText(explanation, createLocator(sources), colors));
  tellRead(request, call);
  const diagnostics = [...found.all(), ...diagnosticsAsRead(request.files, result)];
  // Notes tell of places that nobody asked about.
  const told = options.verbose ? diagnostics : diagnostics.filter((one) => one.severity !== 'note');
  showDiagnostics(told, sources, call);
  const exit = exitCodeOf(diagnostics, options.strict);
  return exit === exitCodes.fine && !(explanation && isAnswer(explanation)) ? exitCodes.failed : exit;
}

interface Asked {
  readonly question: Question;
  readonly inputs: readonly string[];
}

/** Without an option that says what is asked, the first word is the step that is meant, or the second one behind a workflow. */
function readQuestion(
  words: readonly string[],
  { step, task, rule, vars }: ExplainOptions,
  report: Report,
): Asked | undefined {
  const [name, ...others] = words;
  const given = [step, rule, vars || undefined].filter((one) => one !== undefined).length;
  if (given === 1) {
    if (step !== undefined) return { question: { kind: 'step', name: step, task }, inputs: words };
    if (rule !== undefined && task !== undefined) return { question: { kind: 'verdict', task, rule }, inputs: words };
    if (rule !== undefined) return { question: { kind: 'rule', rule }, inputs: words };
    if (task === undefined) return { question: { kind: 'variables' }, inputs: words };
  }
  if (given === 0 && task !== undefined) {
    const isInput = name === undefined || isFile(name) || (others.length === 0 && existsSync(name));
    if (isInput) return { question: { kind: 'task', name: task }, inputs: words };
  }
  const [last] = others;
  if (given === 0 && words.length === 2 && isFile(name!) && existsSync(name!) && !isFile(last!) && !existsSync(last!)) {
    return { question: { kind: 'step', name: last!, task }, inputs: [name!] };
  }
  if (given === 0 && name !== undefined && !(isFile(name) && others.length === 0)) {
    return { question: { kind: 'step', name, task }, inputs: others };
  }
  const options = Object.entries({ step, rule, vars: vars || undefined, task });
  const [first, second] = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
  if (first !== undefined && second !== undefined) report('DW809', { first, second });
  else report('DW830', {});
  return undefined;
}

function isFile(word: string): boolean {
  return word === '-' || workflowExtensions.has(extname(word));
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
      return explanation.steps.length + explanation.places.length > 0;
    case 'task':
      return explanation.places.length > 0;
    case 'verdict':
      return explanation.failed?.clause !== 'rule' && explanation.failed?.clause !== 'task';
    case 'rule':
      return explanation.failed?.clause !== 'rule';
    case 'variables':
      return true;
  }
}
