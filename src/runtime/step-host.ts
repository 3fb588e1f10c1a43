/** The effects that a step may ask for. `host.ts` carries them out for real. */
export interface StepHost {
  /** The folder in which the step was started. */
  readonly directory: string;
  /** Aborted when the step is asked to stop (SIGTERM, SIGINT, SIGHUP). */
  readonly stopped: AbortSignal;
  /** An environment variable. */
  variable(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** A line for a person, on standard error; secrets in it are masked. */
  say(line: string): void;
  /** From now on, a text that only the step came to know is masked like the secrets of its environment. */
  hide(secret: string): void;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Never rejects: whatever happens to the process is in the answer. */
  run(request: ProcessRequest): Promise<ProcessEnd>;
  /**
   * A text file, at most so many bytes of it; `undefined` where it does not exist or cannot be read.
   * @param tell is called with the reason where something has that name and cannot be read
   */
  readFile(path: string, maxBytes: number, tell?: (reason: string) => void): Promise<FileText | undefined>;
  isDirectory(path: string): Promise<boolean>;
}

export interface FileText {
  readonly text: string;
  /** True where the file is longer than what was read. */
  readonly cut: boolean;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface ProcessRequest {
  readonly start: ShellText | Program;
  readonly directory: string;
  /** Added to the environment of the step itself. */
  readonly env: ReadonlyMap<string, string>;
  /** Which variables of that environment it gets; all unless given. */
  readonly keeps?: ((name: string) => boolean) | undefined;
  /** What it reads on standard input; nothing unless given. */
  readonly input?: string | undefined;
  /** When it is aborted, the process and all that it started are ended, by force within two seconds. */
  readonly signal: AbortSignal;
  /** Bytes of each stream to keep; beginning and end are kept. */
  readonly maxOutput?: number | undefined;
  /** True gives it file descriptor 3 for an answer, apart from what it prints. */
  readonly reply?: boolean | undefined;
  /** Show its output on standard error while it comes. */
  readonly echo?: boolean | undefined;
}

/** Run by `sh -c`; `args` are `$1`, `$2`, … in it. */
export interface ShellText {
  readonly kind: 'shell';
  readonly text: string;
  /** Another shell that takes `-c`, by its path. */
  readonly shell?: string | undefined;
  readonly args?: readonly string[] | undefined;
}

/** Looked up on the PATH; no shell reads the arguments. */
export interface Program {
  readonly kind: 'program';
  readonly file: string;
  readonly args: readonly string[];
}

/** How a process ended. Its output has no terminal escapes, and secrets in it are masked. */
export interface ProcessEnd {
  readonly how: HowItEnded;
  readonly stdout: Captured;
  readonly stderr: Captured;
  /** What it wrote to file descriptor 3, where it was asked for. */
  readonly reply: Captured;
}

/**
 * - `exited`: by itself.
 * - `killed`: by a signal that did not come from here.
 * - `aborted`: it was ended because the request's signal was aborted.
 * - `unstartable`: there is no such program, or it could not be run.
 */
export type HowItEnded =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unstartable'; readonly reason: string };

export interface Captured {
  /** Where something was cut, a line in the middle says how much. */
  readonly text: string;
  /** Bytes left out. */
  readonly omitted: number;
}

/** The end of a process in words, and the exit code where it has one. */
export function describeEnd({ how }: ProcessEnd): {
  readonly exitCode: number | null;
  readonly error: string | undefined;
} {
  switch (how.kind) {
    case 'exited':
      return { exitCode: how.exitCode, error: how.exitCode === 0 ? undefined : `exit code ${how.exitCode}` };
    case 'killed':
      return { exitCode: null, error: `ended by ${how.signal}` };
    case 'aborted':
      return { exitCode: null, error: 'stopped before it ended' };
    case 'unstartable':
      return { exitCode: null, error: how.reason };
  }
}
