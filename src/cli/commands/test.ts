import { createCollector } from '../../diagnostics/diagnostics.js';
import { junitReport } from '../../render/junit.js';
import { visible } from '../../render/visible.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { TestOptions } from '../options.js';
import { createProgress } from '../progress.js';
import { judge, type Mutation, mutateRules, type ReadyCase, type Verdict } from '../rule-tests/judge.js';
import { type CaseFile, readCaseFiles } from '../rule-tests/ready-cases.js';
import { updatedFiles } from '../rule-tests/update.js';
import { showDiagnostics } from '../show-diagnostics.js';
import type { Channel } from '../terminal.js';
import { writeOutputs } from '../write-outputs.js';

/** Exits with 1 where a case does not hold, or where a rule is one that no case would miss. */
export async function test(call: Call<TestOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const { files, sources } = await readCaseFiles(call.inputs, options, found);
  if (found.hasErrors()) {
    showDiagnostics(found.all(), sources, call);
    return exitCodeOf(found.all(), options.strict);
  }
  const progress = createProgress(call);
  progress.phase('testing case');
  const judged = files.flatMap((file) =>
    file.cases.map((one) => {
      progress.step();
      return { file, one, verdict: judge(one) };
    }),
  );
  progress.phase('leaving out rule');
  const mutations = options.mutate ? mutateRules(judged, progress.step) : [];
  progress.end();

  const failed = judged.filter(({ verdict }) => verdict.differences.length > 0);
  const unmissed = mutations.filter(({ missed }) => !missed);
  if (options.update) await update(files, judged, found.report);
  else for (const one of failed) terminal.result.write(failureText(one, terminal.result));
  for (const one of unmissed) terminal.result.write(unmissedText(one, terminal.result));
  terminal.result.write(summary(judged.length, failed.length, mutations, options, terminal.result));
  if (options.junit !== undefined) {
    const cases = judged.map(({ file, one, verdict }) => ({
      suite: file.file.path,
      name: one.test.name,
      failure: options.update ? [] : verdict.differences,
    }));
    await writeOutputs([{ path: options.junit, text: junitReport(cases) }], found.report);
  }
  showDiagnostics(found.all(), [], call);
  const holds = unmissed.length === 0 && (options.update || failed.length === 0);
  return holds ? exitCodeOf(found.all(), options.strict) : exitCodes.failed;
}

interface Judged {
  readonly file: CaseFile;
  readonly one: ReadyCase;
  readonly verdict: Verdict;
}

async function update(
  files: readonly CaseFile[],
  judged: readonly Judged[],
  report: Parameters<typeof writeOutputs>[1],
): Promise<void> {
  const verdicts = new Map(judged.map(({ one, verdict }) => [one, verdict]));
  const changed = files.flatMap((file) => updatedFiles(file, (one) => verdicts.get(one)!.found));
  await writeOutputs(changed, report);
}

function failureText({ file, one, verdict }: Judged, { colors }: Channel): string {
  const title = colors.error(`failed: ${shown(file.file.path)}: ${shown(one.test.name)}`);
  const paint = (line: string) =>
    line.startsWith('+') ? colors.added(line) : line.startsWith('-') ? colors.removed(line) : line;
  return `${title}\n${verdict.differences.map((line) => `  ${paint(shown(line))}\n`).join('')}`;
}

function unmissedText({ what, span }: Mutation, { colors }: Channel): string {
  return `${colors.warning('not tested')}: no case fails without ${shown(what)} of ${shown(span.file)}\n`;
}

function summary(
  cases: number,
  failed: number,
  mutations: readonly Mutation[],
  { update, mutate }: TestOptions,
  { colors }: Channel,
): string {
  const bad = failed === 0 ? '' : update ? `, ${failed} brought up to date` : `, ${failed} failed`;
  const missed = mutations.filter((one) => one.missed).length;
  const rules = mutate ? `; without ${missed} of ${mutations.length} rules, left out one by one, a case fails` : '';
  return `${colors.strong(`${cases} ${cases === 1 ? 'case' : 'cases'}: ${cases - failed} passed${bad}${rules}`)}\n`;
}

function shown(text: string): string {
  return visible(text).replaceAll('\n', '␊');
}
