import { Worker } from 'node:worker_threads';
import type { ScoreMethod, ScoreReading, ScoreSource } from './score.js';

/**
 * Reads a score in a thread of its own, so that no path, expression or text can keep the step from its timeout, and memory is
 * bounded. Never rejects.
 */
export function readScoreWithin(signal: AbortSignal, method: ScoreMethod, source: ScoreSource): Promise<ScoreReading> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./score-worker.js', import.meta.url), {
      workerData: { method, source } satisfies ScoreTask,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
      execArgv: [],
    });
    const end = (reading: ScoreReading) => {
      signal.removeEventListener('abort', stop);
      resolve(reading);
      void worker.terminate();
    };
    const stop = () => end({ ok: false, nothing: false, reason: `searching ${source.name} took too long` });
    worker.once('message', end);
    worker.once('error', (error) => {
      end({ ok: false, nothing: false, reason: `searching ${source.name} failed: ${error.message}` });
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export interface ScoreTask {
  readonly method: ScoreMethod;
  readonly source: ScoreSource;
}

const mostMegabytes = 512;
