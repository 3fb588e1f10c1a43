import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const gate = { pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['ship'] }] };
const inJob = '- |-\n      # hook-scan\n';
const around = 'hook-scan-ship:\n  stage: test\n';

/** PowerShell takes `( ./scan )` for a success, whatever becomes of it. */
test.each([
  ['a command of PowerShell', '  script:\n    - Write-Host building\n'],
  ['an environment variable', '  script:\n    - echo "$env:CI_COMMIT_TAG"\n'],
  ['a path of Windows', '  script:\n    - .\\ship.ps1\n'],
  ['what comes before', '  before_script: ["Set-ExecutionPolicy Bypass"]\n  script:\n    - nmake\n'],
  ['its runner', '  tags: [saas-windows-medium-amd64]\n  script:\n    - nmake\n'],
])('a gate goes around a job that %s shows to be run by PowerShell', (_, fields) => {
  expect(writtenPipeline(`ship:\n${fields}`, gate)).toContain(`${around}  script: |-\n`);
});

test.each([
  ['starts PowerShell itself', '    - pwsh -Command "Write-Host $env:CI_COMMIT_TAG"\n'],
  ['writes a text that looks like it', '    - |\n      cat > page <<EOF\n      Set-Cookie: no\n      EOF\n'],
  ['is for Windows', '    - make TARGET=windows\n'],
])('it goes among the commands of a job that %s', (_, commands) => {
  expect(writtenPipeline(`ship:\n  script:\n${commands}`, gate)).toContain(inJob);
});

test('it runs where jobs of a POSIX shell run', () => {
  const text =
    'a:\n  tags: [win]\n  image: servercore\n  script: [Get-ChildItem]\nship:\n  tags: [windows]\n  script: [nmake]\nb:\n  tags: [linux, big]\n  script: [make]\n';
  expect(writtenPipeline(text, gate)).toContain(`${around}  tags: !reference [b, tags]\n  script: |-\n`);
});

describe('where default tags are those of Windows', () => {
  const usual = 'default:\n  tags: [windows]\n';
  const first = { pre_root: [{ id: 'freeze', type: 'shell', command: './freeze' }] };
  const codesOf = (text: string, more: object = {}) => {
    const input = pipelineInput(text, first);
    const [configuration] = input.configuration;
    const hooks = { ...JSON.parse(configuration!.text).hooks, ...more };
    const { diagnostics } = compile({
      ...input,
      configuration: [{ ...configuration!, text: JSON.stringify({ hooks }) }],
    });
    return diagnostics.map(({ code }) => code);
  };

  test('hooks run where the first job runs that says otherwise', () => {
    const text = `${usual}a:\n  script: [nmake]\nb:\n  tags: [linux]\n  script: [make]\n`;
    expect(writtenPipeline(text, first)).toContain('  tags: !reference [b, tags]\n');
    expect(codesOf(text)).toEqual(['DW273']);
  });

  test('a warning says that no runner is known, and none where the configuration names one', () => {
    const text = `${usual}a:\n  script: [nmake]\n`;
    expect(codesOf(text)).toEqual(['DW273', 'DW298']);
    expect(codesOf(text, { gitlab_ci: { tags: ['linux'] } })).toEqual(['DW273']);
  });

  test('so it does where commands of PowerShell show that all jobs are its own', () => {
    const job = 'a:\n  script: [Get-ChildItem]\n';
    expect(codesOf(job)).toEqual(['DW273', 'DW298']);
    expect(codesOf(`${job}b:\n  script: [make]\n`)).toEqual(['DW273']);
  });
});
