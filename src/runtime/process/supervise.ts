import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { writeStderr } from '../own-process.js';
import type { Captured, HowItEnded, ProcessEnd, ProcessRequest } from '../step-host.js';
import { createCapture, outputsOf } from './capture.js';
import type { Family } from './family.js';

/** What `supervise` needs to know about secrets. */
export interface Masking {
  mask(text: string): string;
  /** Length of the longest secret. */
  readonly longest: number;
}

/** In an object, because execa's child is a promise of its end as well: to await it would be to wait for that. */
export interface Started {
  readonly child: ChildProcess;
  /** Is in its environment, and so in that of all that it starts. */
  readonly mark: string;
}

/**
 * Follows a process to its end: keeps its output within bounds, and ends it with all it started when the request's signal is
 * aborted. The process has to lead a group of its own. Never rejects.
 */
export async function supervise(
  { child, mark }: Started,
  request: ProcessRequest,
  masking: Masking,
): Promise<ProcessEnd> {
  const { maxOutput = mostBytes, echo = false } = request;
  const stdout = collect(child.stdout, maxOutput, masking, echo);
  const stderr = collect(child.stderr, maxOutput, masking, echo);
  const reply = collect(request.reply ? (child.stdio[3] as Readable) : null, mostReplyBytes, masking, false);
  feed(child, request.input);
  const how = await ending(child, mark, request.signal);
  return { how, stdout: stdout(), stderr: stderr(), reply: reply() };
}

const mostBytes = 1024 * 1024;
/** More than any result may be; what is longer is refused by its reader, since it comes with something left out. */
const mostReplyBytes = 1024 * 1024;

/** @returns what to call in the end: it stops reading and gives what was read */
function collect(stream: Readable | null, maxBytes: number, masking: Masking, echo: boolean): () => Captured {
  const capture = createCapture(maxBytes);
  const show = echo ? createEcho(masking) : undefined;
  const decoder = new StringDecoder('utf8');
  stream?.on('data', (chunk: Buffer) => {
    capture.add(chunk);
    show?.(decoder.write(chunk));
  });
  stream?.on('end', () => show?.(`${decoder.end()}\n`));
  // A pipe that breaks is the end of that output and no more.
  stream?.on('error', () => {});
  return () => {
    stream?.destroy();
    return capture.finish(masking.mask, masking.longest);
  };
}

/** Shows whole lines, so that a secret is not shown in two halves; of a line without end, all but what may be the half of one. */
function createEcho(masking: Masking): (text: string) => void {
  let line = '';
  return (text) => {
    line += text;
    let end = line.lastIndexOf('\n') + 1;
    if (line.length - end > longestLine) {
      line = masking.mask(line);
      end = Math.max(line.lastIndexOf('\n') + 1, line.length - masking.longest);
    }
    if (end > 0 && line.trim() !== '') writeStderr(masking.mask(line.slice(0, end)));
    line = line.slice(end);
  };
}

const longestLine = 64 * 1024;

function feed(child: ChildProcess, input: string | undefined): void {
  if (input === undefined) return;
  // A process that does not read all of its input is no mistake.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
}

function ending(child: ChildProcess, mark: string, signal: AbortSignal): Promise<HowItEnded> {
  const outputs = child.pid === undefined ? [] : outputsOf(child.pid);
  let leaderIsGone = false;
  const endTree = async (only: Partial<Family> = {}) => {
    if (child.pid === undefined) return;
    // Loaded only when something has to be ended.
    const { endProcessTree } = await import('./process-tree.js');
    await endProcessTree({ leader: child.pid, mark, leaderIsGone, ...only });
  };
  return new Promise((resolve) => {
    const end = async () => {
      await endTree();
      resolve({ kind: 'aborted' });
    };
    child.once('error', (error) => resolve({ kind: 'unstartable', reason: error.message }));
    child.once('exit', (exitCode, killedBy) => {
      leaderIsGone = true;
      if (signal.aborted) return;
      const how: HowItEnded =
        exitCode === null ? { kind: 'killed', signal: killedBy ?? 'a signal' } : { kind: 'exited', exitCode };
      const done = () => {
        signal.removeEventListener('abort', end);
        resolve(how);
      };
      const timer = setTimeout(async () => {
        if (!signal.aborted) await endTree({ outputs });
        done();
      }, patienceWithPipes);
      child.once('close', () => {
        clearTimeout(timer);
        done();
      });
    });
    if (signal.aborted) void end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * What the process left behind may still print for so long; then it is ended, because nobody would read it any more. What left
 * it for good, with its output elsewhere, is a service that was meant to stay.
 */
const patienceWithPipes = 1000;
