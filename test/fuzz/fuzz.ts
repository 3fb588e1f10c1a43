import type { FuzzCase } from './case.js';
import { judgeByCommandLine } from './command-line.js';
import type { Finding, Judgement } from './judge.js';
import { shrink } from './shrink.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Cases that are enough, whatever time is left. */
  readonly enough?: number;
  /** Cases that are judged at the same time. */
  readonly jobs: number;
  /** Seconds that each finding may be made smaller for. */
  readonly shrinkFor: number;
}

export interface FuzzReport {
  readonly cases: number;
  readonly byCommandLine: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly FoundCase[];
}

/** The first case that showed a law broken, as small as it became. */
export interface FoundCase {
  readonly finding: Finding;
  readonly case: FuzzCase;
  /** Which of the seed's cases it was, and how many showed the same. */
  readonly number: number;
  readonly count: number;
}

/** Enough on a busy machine. */
const secondsPerCase = 30;

/** The command line takes a hundred times as long. */
const commandLineEvery = 150;

/** Judges random cases of a seed until the time is over, then makes small what it found. */
export async function fuzz(
  make: (seed: number, number: number) => FuzzCase,
  { seed, seconds, enough = Number.POSITIVE_INFINITY, jobs, shrinkFor }: FuzzOptions,
): Promise<FuzzReport> {
  const until = Date.now() + seconds * 1000;
  const outcomes = new Map<string, number>();
  const found = new Map<string, FoundCase>();
  let cases = 0;
  let byCommandLine = 0;
  const take = (judgement: Judgement, number: number, one: FuzzCase) => {
    const kind = judgement.kind === 'refused' ? `refused ${judgement.code}` : judgement.kind;
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    if (judgement.kind !== 'finding') return;
    const first = found.get(judgement.law) ?? { finding: judgement, case: one, number, count: 0 };
    found.set(judgement.law, { ...first, count: first.count + 1 });
  };
  const judgeSome = async (watchdog: Watchdog) => {
    while (Date.now() < until && cases < enough) {
      const number = cases++;
      const one = make(seed, number);
      take(await watchdog.judge(one), number, one);
      if (one.laws !== 'of any input' || number % commandLineEvery !== commandLineEvery - 1) continue;
      byCommandLine += 1;
      const said = await judgeByCommandLine(one);
      if (said) take(said, number, one);
    }
  };
  const watchdogs = Array.from({ length: jobs }, () => startWatchdog(secondsPerCase));
  await Promise.all(watchdogs.map(judgeSome));
  const findings: FoundCase[] = [];
  for (const one of found.values()) findings.push(await smaller(one, watchdogs[0]!, Date.now() + shrinkFor * 1000));
  for (const watchdog of watchdogs) watchdog.close();
  return { cases, byCommandLine, outcomes, findings };
}

async function smaller(found: FoundCase, watchdog: Watchdog, until: number): Promise<FoundCase> {
  const judge = found.finding.law.startsWith('command line') ? judgeByCommandLine : watchdog.judge;
  const shows = async (one: FuzzCase) => {
    const judgement = await judge(one);
    return judgement?.kind === 'finding' && judgement.law === found.finding.law;
  };
  return { ...found, case: await shrink(found.case, shows, until) };
}
