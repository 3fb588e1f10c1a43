import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FuzzCase } from './case.js';
import type { Judgement } from './judge.js';

export interface Watchdog {
  /** Judges in another process, which is ended where that takes too long; then that is the finding. */
  judge(one: FuzzCase): Promise<Judgement>;
  close(): void;
}

const worker = fileURLToPath(new URL('worker.ts', import.meta.url));
const megabytes = 700;

export function startWatchdog(secondsPerCase: number): Watchdog {
  let child: ChildProcess | undefined;
  const judge = (one: FuzzCase): Promise<Judgement> =>
    new Promise((done) => {
      child ??= fork(worker, {
        execArgv: ['--import', 'tsx', `--max-old-space-size=${megabytes}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const current = child;
      const end = (judgement: Judgement) => {
        clearTimeout(timer);
        current.off('message', end).off('exit', died);
        done(judgement);
      };
      const ended = (law: string) => {
        child = undefined;
        current.kill('SIGKILL');
        end({ kind: 'finding', law, detail: '' });
      };
      const died = () => ended('the process ends, perhaps for want of memory');
      const timer = setTimeout(() => ended(`not done after ${secondsPerCase} seconds`), secondsPerCase * 1000);
      current.on('message', end).on('exit', died);
      current.send(one);
    });
  return { judge, close: () => child?.kill('SIGKILL') };
}
