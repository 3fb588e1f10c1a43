import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { gitlabCiLocal } from './engines.js';
import { readingProblems, runPipeline } from './gitlab.js';

const hostile = [
  '$(touch x)"\';\n${{ y }}',
  '$[[ inputs.name ]] $$[[ inputs.name ]]',
  '`id` $CI_JOB_NAME ${CI_JOB_NAME} $$CI_JOB_NAME %CI_JOB_NAME%',
  '{{.Workflow}} *alias &anchor !tag # no comment',
  "'; exit 0; '",
  ' leading and trailing \\ ',
  'ü — \u2028 \t tab',
];

const pipeline = `build:
  stage: build
  script:
    - "true"

test:
  stage: test
  script: "true"
`;

describe.skipIf(gitlabCiLocal.missing !== undefined)(`commands around a gate in ${gitlabCiLocal.title}`, () => {
  const deploy = 'echo deploy >> "$TRACE"';

  test.each([
    [['{', deploy, '} || true']],
    [['sh <<END', deploy, 'END']],
    [['if true; then', deploy, 'fi || true']],
    [['deploy() {', deploy, '}', 'deploy || true']],
  ])('do not let it pass: %j', (script) => {
    const { outputs, ok } = compile({
      ...inputOf(JSON.stringify({ deploy: { script } })),
      configuration: [
        {
          layer: 'policy',
          path: 'policy.json',
          text: JSON.stringify({
            hooks: {
              injections: {
                pre_task: [
                  {
                    id: 'gate',
                    type: 'shell',
                    command: 'echo gate >> "$TRACE"; exit 1',
                    match: { runs: 'echo deploy' },
                  },
                ],
              },
            },
          }),
        },
      ],
    });
    expect(ok).toBe(true);
    const run = runPipeline(outputs[0]!.text);
    expect(run.trace, run.log).toEqual(['gate']);
    expect(run.ok).toBe(false);
  });
});

describe.skipIf(gitlabCiLocal.missing !== undefined)(`values of any kind in ${gitlabCiLocal.title}`, () => {
  test('reach the hooks in jobs and those that are jobs as they are', () => {
    const { outputs, diagnostics } = compile(inputOf(pipeline));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const text = outputs[0]!.text;
    expect(readingProblems(text)).toBe('');
    const { ok, trace, log } = runPipeline(text);
    expect(ok, log).toBe(true);
    const wanted = hostile.map((value) => Buffer.from(value).toString('hex'));
    for (const value of wanted) expect(trace.filter((line) => line === value)).toHaveLength(3);
  });
});

function inputOf(text: string): CompileInput {
  const names = hostile.map((_, index) => `v${index}`);
  const command = names
    .map((name) => `printf '%s' {{vars.${name}}} | od -An -v -tx1 | tr -d ' \\n' >> "$TRACE"; echo >> "$TRACE"`)
    .join('\n');
  const hook = (id: string) => ({ id, type: 'shell', command });
  const hooks = {
    enabled: true,
    vars: Object.fromEntries(hostile.map((value, index) => [names[index]!, value])),
    injections: { pre_root: [hook('first')], pre_task: [hook('before')] },
  };
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
