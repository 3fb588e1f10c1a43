// Preloaded into a measured process: writes its CPU time and peak memory down when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMB: maxRSS / 1024 };
  writeFileSync(process.env.DAGWEAVE_BENCH_USAGE, JSON.stringify(usage));
});
