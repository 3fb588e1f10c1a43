import { spawnSync } from 'node:child_process';

/** User and system time of a command in milliseconds, as bash counts it, and what it wrote on standard output. */
export function cpuOf(command, options = {}) {
  const timed = ['-c', 'TIMEFORMAT="%3U %3S"; time "$@" 2>/dev/null', 'bash', ...command];
  const ran = spawnSync('bash', timed, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
  if (ran.status !== 0) throw new Error(`${command.join(' ')} ended with ${ran.status}: ${ran.stderr}`);
  const [user, system] = ran.stderr.trim().split(' ').map(Number);
  return { cpuMs: (user + system) * 1000, stdout: ran.stdout };
}
