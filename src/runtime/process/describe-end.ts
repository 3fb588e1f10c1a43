import type { ProcessEnd } from '../step-host.js';

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
