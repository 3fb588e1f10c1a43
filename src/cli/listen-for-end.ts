import { writeStderr } from '../runtime/own-process.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Until it is asked to stop listening, undoes before the process ends: by a signal, or by `process.exit`, as where a reader of its
 * messages has gone.
 * @returns stops listening
 */
export function listenForEnd(undo: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    undo();
    writeStderr(`dagweave: stopped by ${signal}; nothing was written, every file is as it was\n`);
    // Ended by the signal itself, so that a calling shell sees that too.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  // Where a file may grow no more, the write then fails as on a full disk, instead of ending the process.
  process.on('SIGXFSZ', ignore);
  process.on('exit', undo);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('SIGXFSZ', ignore);
    process.off('exit', undo);
  };
}

function ignore(): void {}
