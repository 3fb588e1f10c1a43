import type { Attempt } from '../attempt.js';
import type { ProcessEnd } from '../step-host.js';
import { type AnswerShape, readAnswer } from './answer.js';
import { type AnswerCache, noCache } from './answer-cache.js';
import { askService } from './ask-service.js';
import { type CliRequest, type CliRunnerName, cliRunners } from './cli-runners.js';
import type { ModelReply, Target, Unable } from './services.js';

export type Decided<Value> =
  | { readonly kind: 'decided'; readonly value: Value; readonly text: string; readonly cached: boolean }
  /** Asked twice, and neither answer could be read. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly text: string }
  | Unable;

/** Asks a model for an answer of a shape; one that cannot be read is asked for once more, with what was wrong. */
export async function decide<Value>(
  target: Target,
  prompt: string,
  shape: AnswerShape<Value>,
  attempt: Attempt,
  options: { readonly agent?: CliRequest['agent']; readonly cache?: AnswerCache } = {},
): Promise<Decided<Value>> {
  const { agent, cache = noCache } = options;
  const question = askFor(prompt, shape);
  const known = await cache.find(question);
  const reading = known === undefined ? undefined : readAnswer(known, shape);
  if (known !== undefined && reading?.ok) return { kind: 'decided', value: reading.value, text: known, cached: true };

  let asked = question;
  for (let last = false; ; last = true) {
    const reply = await askModel(target, asked, agent, attempt);
    if (reply.kind !== 'answer') return reply;
    const { text } = reply;
    const answer = readAnswer(text, shape);
    if (answer.ok) {
      await cache.keep(question, text);
      return { kind: 'decided', value: answer.value, text, cached: false };
    }
    if (last) return { kind: 'unreadable', reason: `${answer.reason} (asked twice)`, text };
    attempt.host.say(`the answer could not be read (${answer.reason}); asking once more`);
    asked = askAgain(question, text, answer.reason);
  }
}

/** Puts one question to a model and gives back what it said. Never rejects; when the attempt's signal fires it ends as `unable`. */
function askModel(target: Target, prompt: string, agent: CliRequest['agent'], attempt: Attempt): Promise<ModelReply> {
  const { runner, model } = target;
  return runner === 'openai' || runner === 'anthropic'
    ? askService({ ...target, protocol: runner }, prompt, attempt)
    : askCli(runner, { prompt, model, agent }, attempt);
}

/** The user's prompt with the demand for an answer that can be read. */
export function askFor(prompt: string, shape: AnswerShape<unknown>): string {
  return `${prompt}\n\nIMPORTANT: End your response with a JSON block in this exact format:\n\`\`\`json\n${shape.example}\n\`\`\``;
}

/** The same question again, to a model that remembers nothing, with what was wrong about its answer. */
function askAgain(question: string, answer: string, problem: string): string {
  const shown = answer.length > mostShown ? `…${answer.slice(-mostShown)}` : answer;
  return `${question}\n\nYou were asked this before and answered:\n<answer>\n${shown}\n</answer>\n${correction(problem)}`;
}

/** For a model that still has its answer before it. */
export function correction(problem: string): string {
  return `That answer could not be read: ${problem}. Answer again and end with the JSON block.`;
}

const mostShown = 4000;

/** Asks the command line tool of a model, as a child process in the attempt's folder. */
async function askCli(runner: CliRunnerName, request: CliRequest, attempt: Attempt): Promise<ModelReply> {
  const call = cliRunners[runner].call(request);
  const end = await attempt.host.run({
    start: { kind: 'program', file: call.program, args: call.args },
    directory: attempt.directory,
    env: new Map([...attempt.env, ...Object.entries(call.env)]),
    input: call.input,
    signal: attempt.signal,
    echo: attempt.verbose,
  });
  return replyOf(runner, end);
}

function replyOf(runner: CliRunnerName, { how, stdout, stderr }: ProcessEnd): ModelReply {
  switch (how.kind) {
    case 'exited':
      if (how.exitCode === 0) return { kind: 'answer', text: stdout.text };
      return unable(`${runner} ended with exit code ${how.exitCode}${lastWords(stderr.text, stdout.text)}`, true);
    case 'killed':
      return unable(`${runner} was ended by ${how.signal}${lastWords(stderr.text, stdout.text)}`, true);
    case 'aborted':
      return unable(`${runner} was stopped before it answered`, false);
    case 'unstartable':
      return unable(
        `${runner} could not be started, ${whyNot(how.reason)}: install it, or choose another --runner`,
        false,
      );
  }
}

function whyNot(reason: string): string {
  return reason.includes('ENOENT') ? 'it is not on the PATH' : reason;
}

/** The tools say on either stream why they gave up. */
function lastWords(...streams: readonly string[]): string {
  const said = streams.map((text) => text.trim()).find((text) => text !== '');
  return said === undefined ? '' : `: ${said.slice(-500)}`;
}

function unable(reason: string, passing: boolean): ModelReply {
  return { kind: 'unable', reason, passing };
}
