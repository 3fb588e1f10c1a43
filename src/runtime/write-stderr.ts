/** Writes for a person. Where nobody reads standard error any more, that is no reason to end the step. */
export function writeStderr(text: string): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  process.stderr.write(text);
}
