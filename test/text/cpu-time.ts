/** Milliseconds of processor time that some work takes, so that a busy machine does not fail a test. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
