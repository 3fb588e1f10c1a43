import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A command that runs the tests of a project, and where it says how much of the code they reach: fields of a `quality_check`, in braces. */
export function coverageFields(folder: string): string {
  const found = measures.find(({ signs }) => signs.some((sign) => existsSync(join(folder, sign))));
  return (found ?? measures[0]!).fields;
}

interface Measure {
  /** Files of which a project in that language has one. */
  readonly signs: readonly string[];
  readonly fields: string;
}

const measures: readonly Measure[] = [
  {
    signs: ['package.json'],
    fields:
      'command: "npm test -- --coverage --coverageReporters=json-summary && cat coverage/coverage-summary.json", score_path: $.total.lines.pct',
  },
  {
    signs: ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'],
    // With the plug-in pytest-cov.
    fields: 'command: python -m pytest --cov --cov-report=json, score_path: $.totals.percent_covered',
  },
  {
    signs: ['go.mod'],
    fields:
      "command: go test -coverprofile=coverage.out ./... && go tool cover -func=coverage.out, score_extraction: {type: regex, pattern: 'total:.*?([0-9.]+)%'}",
  },
  {
    signs: ['Cargo.toml'],
    // With the subcommand cargo-llvm-cov.
    fields: 'command: cargo llvm-cov --json --summary-only, score_path: "$.data[0].totals.lines.percent"',
  },
];
