import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const rules = `hooks:
  enabled: true
  target_version: "1.30"
  deny:
    - {match: {runs: "terraform destroy*"}, message: infrastructure is taken down by people only}
  injections:
    post_task:
      - {id: coverage, type: shell, command: ./coverage.sh, tasks: [unit-tests]}
`;
const sound = 'steps:\n  - name: unit-tests\n    command: make test\n  - name: publish\n    command: make publish\n';
const folder = folderWith({ '.dagweave/config.yaml': rules, 'flows/sound.yaml': sound });
symlinkSync('/etc', join(folder, 'elsewhere'));

const client = new Client({ name: 'test', version: '1' });
const errors: string[] = [];

/** The very program that an agent starts, spoken to by the library's own client. */
beforeAll(async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: folder,
    env: { PATH: process.env.PATH!, HOME: join(folder, 'no-home') },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (text) => errors.push(String(text)));
  await client.connect(transport);
});

afterAll(async () => {
  await client.close();
  expect(errors).toEqual([]);
});

async function call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return { text, isError: isError === true };
}

test('an agent sees what it can ask for, and what each argument is', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'brief',
    'check',
    'augment',
    'diff',
    'explain',
    'list_rules',
    'graph',
  ]);
  for (const { description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/\.$/);
    expect(annotations?.readOnlyHint).toBe(true);
    for (const property of Object.values(inputSchema.properties ?? {})) expect(property).toHaveProperty('description');
  }
  expect(client.getInstructions()).toContain('`check`');
});

describe('a tool answers as its verb does', () => {
  test('brief', async () => {
    const { stdout } = runDagweave(['brief'], { cwd: folder });
    expect(await call('brief')).toEqual({ text: stdout, isError: false });
  });

  test('check of a sound workflow asks for nothing', async () => {
    expect(await call('check', { workflow: sound })).toEqual({
      text: 'The rules ask for no change of yours.\n',
      isError: false,
    });
  });

  test('check of a workflow that does what is forbidden is the request of the command line', async () => {
    const workflow = sound.replace('make publish', 'terraform destroy -auto-approve');
    const { stderr, exit } = runDagweave(['apply', '--diagnostics', 'prompt', '-'], { cwd: folder, input: workflow });
    expect(exit).toBe(1);
    expect(stderr).toContain('terraform destroy');
    expect(await call('check', { workflow })).toEqual({ text: stderr, isError: true });
  });

  test('augment gives the bytes that apply writes, from text or from a file', async () => {
    const { stdout } = runDagweave(['apply', '--quiet', '-'], { cwd: folder, input: sound });
    expect((await call('augment', { workflow: sound })).text.startsWith(stdout)).toBe(true);
    expect((await call('augment', { path: 'flows/sound.yaml' })).text.startsWith(stdout)).toBe(true);
    expect(readdirSync(join(folder, 'flows'))).toEqual(['sound.yaml']);
  });

  test('diff, explain, graph and list_rules', async () => {
    expect((await call('diff', { workflow: sound })).text).toMatch(/^\+ {2}- name: hook-coverage-unit-tests/m);
    const { changes } = JSON.parse((await call('diff', { workflow: sound, view: 'json' })).text);
    expect(changes).toBe(true);
    expect((await call('explain', { workflow: sound, task: 'unit-tests' })).text).toContain('coverage');
    expect((await call('explain', { workflow: sound, step: 'no-such' })).isError).toBe(true);
    expect((await call('graph', { path: 'flows/sound.yaml', view: 'mermaid' })).text).toContain('unit-tests');
    expect(JSON.parse((await call('list_rules')).text).rules[0].id).toBe('coverage');
  });
});

describe('a wrong call is an answer that says what is wrong', () => {
  test.each([
    [{}, /`workflow` or `path`/],
    [{ workflow: sound, path: 'flows/sound.yaml' }, /`workflow` or `path`/],
    [{ text: sound }, /no argument `text`; there are: workflow, path/],
    [{ workflow: 7 }, /`workflow` has to be a text/],
    [{ path: '/etc/hostname' }, /below the folder/],
    [{ path: 'flows/../../' }, /below the folder/],
    [{ path: 'elsewhere/hostname' }, /below the folder/],
    [{ path: '-' }, /below the folder/],
    [{ constructor: 'x' }, /no argument `constructor`/],
  ])('%j', async (args, said) => {
    const { text, isError } = await call('check', args);
    expect([isError, text]).toEqual([true, expect.stringMatching(said)]);
  });

  test('a tool or a resource that is not there', async () => {
    await expect(client.callTool({ name: 'rm' })).rejects.toThrow('there is no tool called rm');
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('there is no resource');
  });
});

test('the resources are what the rules ask for, and the rules', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['dagweave://brief', 'dagweave://rules']);
  const [brief, list] = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })));
  expect(brief!.contents[0]).toMatchObject({ mimeType: 'text/plain', text: expect.stringContaining('unit-tests') });
  expect(JSON.parse((list!.contents[0] as { text: string }).text).deny).toHaveLength(1);
});

test('many calls at once do not mix', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `job-${index}`);
  const answers = await Promise.all(
    names.map((name) => call('graph', { workflow: `steps:\n  - {name: ${name}, command: make}\n` })),
  );
  for (const [index, { text }] of answers.entries()) expect(text).toContain(names[index]);
});
