import { beforeAll, describe, expect, test } from 'vitest';
import { folders as all, corpusMissing } from './files.js';
import { type CorpusReport, reportCorpus } from './report.js';
import { type Finding, surveyCorpus } from './survey.js';

/** Tests of the files of one family. Each family has a test file of its own, so that two run at a time. */
export function judgeFiles(family: string, atLeast: number): void {
  const folders = all.filter(({ name }) => name.split('/')[0] === family);
  const title = `real Dagu files of ${family}`;
  describe.skipIf(corpusMissing)(`${title}${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
    let findings: readonly Finding[];
    let report: CorpusReport;

    beforeAll(async () => {
      // "npm run corpus" asks the engines about every spelling, and runs what runs without harm.
      findings = await surveyCorpus({ thorough: false, folders });
      report = reportCorpus(findings);
    }, 900_000);

    test('with hooks off come out byte for byte', () => {
      const off = findings.filter((one) => one.target === 'hooks off');
      expect(off.length).toBeGreaterThan(atLeast);
      expect(off.filter((one) => one.verdict.kind !== 'ok')).toEqual([]);
    });

    test('are augmented right, or refused', () => {
      expect(report.wrong).toEqual([]);
    });

    test('are refused in at most 2 % of the files of each family', () => {
      expect(report.refusedTooOften).toEqual([]);
    });
  });
}
