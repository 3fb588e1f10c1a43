import { spawnSync } from 'node:child_process';

/** User and system time of a command in milliseconds, as bash counts it, and what it wrote on standard output. */
export function cpuOf(command, options = {}) {
  // Its times are on the last line, behind all that the command says.
  const timed = ['-c', `TIMEFORMAT=$'\\n%3U %3S'; time "$@"`, 'bash', ...command];
  const ran = spawnSync('bash', timed, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
  if (ran.status !== 0) throw new Error(`${command.join(' ')} ended with ${ran.status}: ${ran.stderr.slice(0, 4000)}`);
  const [, user, system] = /\n([\d.]+) +([\d.]+)\n$/.exec(ran.stderr);
  return { cpuMs: (Number(user) + Number(system)) * 1000, stdout: ran.stdout };
}
