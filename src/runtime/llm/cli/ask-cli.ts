import type { Attempt } from '../../attempt.js';
import type { ProcessEnd } from '../../step-host.js';
import type { ModelReply } from '../target.js';
import { type CliRequest, type CliRunnerName, cliRunners } from './runners.js';

/** Asks the command line tool of a model, as a child process in the attempt's folder. */
export async function askCli(runner: CliRunnerName, request: CliRequest, attempt: Attempt): Promise<ModelReply> {
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
