import { beforeAll, describe, expect, test } from 'vitest';
import { corpusMissing } from './corpus/files.js';
import { type CorpusReport, reportCorpus } from './corpus/report.js';
import { type Finding, surveyCorpus } from './corpus/survey.js';

describe.skipIf(corpusMissing)(`real Dagu files${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  let findings: readonly Finding[];
  let report: CorpusReport;

  beforeAll(async () => {
    // "npm run corpus" asks the engine about every spelling.
    findings = await surveyCorpus((variant) => variant === 'as written');
    report = reportCorpus(findings);
  }, 900_000);

  test('with hooks off come out byte for byte', () => {
    const off = findings.filter((one) => one.target === 'hooks off');
    expect(off.length).toBeGreaterThan(1000);
    expect(off.filter((one) => one.verdict.kind !== 'ok')).toEqual([]);
  });

  test('are augmented right, or refused', () => {
    expect(report.wrong).toEqual([]);
  });

  test('are refused in at most 2 % of the files', () => {
    expect(report.refusedPart, report.refusedFiles.join('\n')).toBeLessThanOrEqual(0.02);
  });
});
