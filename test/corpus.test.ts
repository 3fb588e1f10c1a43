import { beforeAll, describe, expect, test } from 'vitest';
import { corpusMissing } from './corpus/files.js';
import { type CorpusReport, reportCorpus } from './corpus/report.js';
import { type Finding, surveyCorpus } from './corpus/survey.js';

describe.skipIf(corpusMissing)(`real Dagu files${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  let findings: readonly Finding[];
  let report: CorpusReport;

  beforeAll(async () => {
    // "npm run corpus" asks the engines about every spelling, and runs what runs without harm.
    findings = await surveyCorpus({ thorough: false });
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

  test('are refused in at most 2 % of the files of each family', () => {
    expect(report.refusedTooOften).toEqual([]);
  });
});
