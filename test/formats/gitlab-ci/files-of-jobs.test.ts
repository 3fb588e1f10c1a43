import { expect, test } from 'vitest';
import { writtenPipeline } from './written-pipeline.js';

const pipeline = `stages: [build, deploy]
build:
  stage: build
  script: [make]
  artifacts: {paths: [out]}
deploy:
  stage: deploy
  needs: [build]
  script: [./deploy]
`;

const shell = (command: string, more: object = {}) => ({ id: 'last', type: 'shell', command, ...more });
const webhook = { id: 'last', type: 'webhook', url: 'https://example.org', body: { text: 'done' } };

/** Does the job of a hook at the end of a pipeline say that it takes no artifacts? */
function takesNone(hook: object, text = pipeline): boolean {
  return writtenPipeline(text, { final: [hook] })
    .split('hook-last:\n')[1]!
    .includes('\n  dependencies: []\n');
}

test.each([
  shell('echo done'),
  shell('echo done', { run: 'always' }),
  shell('printf "%s\\n" "$CI_PIPELINE_URL" && exit 0', { run: 'failure' }),
  shell(`curl -fsS -X POST -H 'Content-Type: application/json' -d '{"text": "done"}' "$CHAT_URL"`),
  webhook,
  { id: 'last', type: 'approval', prompt: 'Done?' },
])('a hook at the end that can use no artifacts of jobs before it takes none: %j', (hook) =>
  expect(takesNone(hook)).toBe(true));

test.each([
  './report.sh',
  'cat out/report.txt',
  'echo out/*',
  'echo "$(<out/version)"',
  'echo "$(cat out/version)"',
  './out/echo',
  'PATH=out:$PATH echo done',
  'curl -d @out/report.json https://example.org',
  'curl -T out/report.json https://example.org',
  'curl $OPTIONS https://example.org',
  'curl -s "FILE://$CI_PROJECT_DIR/out/report.json"',
  'test -f out/report',
])('one that may use some takes what every job takes: %s', (command) => expect(takesNone(shell(command))).toBe(false));

test('so does one that may need them before its commands, for its program, or for its variables', () => {
  const prepared = `default: {before_script: [. out/venv/bin/activate]}\n${pipeline}`;
  expect(takesNone(shell('echo done'), prepared)).toBe(false);
  expect(takesNone({ id: 'last', type: 'approval', prompt: 'Done?' }, prepared)).toBe(true);
  const withVariables = pipeline.replace('{paths: [out]}', '{reports: {dotenv: build.env}}');
  expect(takesNone(shell('echo "$VERSION"'), withVariables)).toBe(false);
  expect(takesNone(shell('echo done'), withVariables)).toBe(true);
  expect(takesNone(shell('echo done'), `include: other.yml\n${pipeline}`)).toBe(false);
  expect(takesNone(shell('echo done', { working_dir: 'out' }))).toBe(false);
});

test('a person who is asked before a job waits for no artifacts', () => {
  const ask = { id: 'ask', type: 'approval', prompt: 'Deploy?', tasks: ['deploy'] };
  expect(writtenPipeline(pipeline, { pre_task: [ask] })).toContain('  needs: [build]\n  dependencies: []\n');
  expect(writtenPipeline(pipeline.replace('[build]\n  script', '[]\n  script'), { pre_task: [ask] })).not.toContain(
    'depe',
  );
});
