import { endRuns, isWhole, line } from './kill-runs.js';

// Usage: tsx test/kill/main.ts [runs to end, of each kind]
const runs = Number(process.argv[2] ?? 100);
console.log(
  `runs of "apply --in-place" on 40 files in 2 folders, ended while they write: ${runs} by SIGKILL, ${runs} by signals`,
);
const kills = await endRuns('SIGKILL', runs);
console.log(line(kills));
const signals = [];
for (const [index, signal] of (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).entries()) {
  signals.push(await endRuns(signal, Math.floor((runs + 2 - index) / 3)));
  console.log(line(signals.at(-1)!));
}
process.exitCode = [kills, ...signals].every(isWhole) ? 0 : 1;
