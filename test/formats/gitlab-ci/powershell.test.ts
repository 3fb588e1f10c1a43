import { expect, test } from 'vitest';
import { writtenPipeline } from './written-pipeline.js';

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
