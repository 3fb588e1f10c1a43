import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { readResult } from '../runtime/step-process.js';
import { type DaguNode, type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';

const workflow = `type: graph
steps:
  - name: build
    command: probe build
  - name: clean
    command: probe clean && rm -rf "$HOME/no/such/place"
    depends: [build]
  - name: deploy
    command: probe deploy
    depends: [clean]
`;

/** A guard as one is written for Claude Code: a script of bash that reads the context. */
const guard = `#!/bin/bash
context=$(cat)
if [[ "$context" == *'"tool_name":"Bash"'* && "$context" == *'rm -rf'* ]]; then
  echo "rm -rf is not for DAGs" >&2
  exit 2
fi
exit 0
`;

async function runIn(
  engine: Engine,
  hooks: object,
  files: Readonly<Record<string, string>> = {},
  path = '.claude/settings.json',
  text = workflow,
): Promise<DaguRun> {
  const native = { hooks: { enabled: true, runtime: commandLine } };
  const result = compile({
    workflow: [{ path: 'work.yaml', text }],
    configuration: [
      { path, text: JSON.stringify({ hooks }), layer: 'project' },
      { path: 'config.json', text: JSON.stringify(native), layer: 'project' },
    ],
    prompts: { read: () => ({ kind: 'missing', path: '', known: [] }) },
    options: { targetVersion: engine.version },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return runDagu({ 'work.yaml': result.outputs[0]!.text, ...files }, { engine });
}

const resultOf = (node: DaguNode | undefined) => readResult(`${[...node!.outputs.values()][0]!.trim()}\n`);
const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });

inEachDagu('settings of an agent', { concurrent: true }, (engine) => {
  const run = (hooks: object, files?: Readonly<Record<string, string>>, path?: string, text?: string) =>
    runIn(engine, hooks, files, path, text);

  test('a guard written for Claude Code blocks the step whose command it refuses, and what comes after does not run', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [command('bash "$CLAUDE_PROJECT_DIR/guard.sh"')] }] };
    const { status, nodes, trace } = await run(hooks, { 'guard.sh': guard });
    expect(status).toBe('failed');
    expect(trace.map(({ name }) => name)).toEqual(['build']);
    expect(nodes.get('hook-pre-tool-use-guard-build')!.status).toBe('succeeded');
    expect(nodes.get('hook-pre-tool-use-guard-clean')!.status).toBe('failed');
    expect(nodes.get('clean')!.status).toBe('aborted');
    expect(resultOf(nodes.get('hook-pre-tool-use-guard-clean'))).toMatchObject({
      decision: 'deny',
      reason: 'rm -rf is not for DAGs',
    });
  });

  test('a hook behind a step is given what that printed, and how long it took', async () => {
    const hooks = {
      PostToolUse: [
        {
          matcher: 'build',
          hooks: [command('cat > "$CLAUDE_PROJECT_DIR/context"; printf %s {{result}} > "$CLAUDE_PROJECT_DIR/result"')],
        },
        { matcher: 'deploy', hooks: [command('cat context; printf "|"; cat result >&2')] },
      ],
    };
    const said = `type: graph\nsteps:\n  - {name: build, command: "printf '1 passed; $(id)\\\\n\\\\n'; sleep 0.3"}\n  - {name: deploy, command: "true", depends: [build]}\n`;
    const { status, nodes } = await run(hooks, {}, '.config/agent/settings.json', said);
    expect(status).toBe('succeeded');
    const behindDeploy = [...nodes.keys()].find((name) => /^hook-post-tool-use-cat-.*-deploy$/.test(name));
    const { stdout, stderr } = resultOf(nodes.get(behindDeploy!)) as Readonly<Record<string, string>>;
    const { result, execution_time } = JSON.parse(stdout!.slice(0, stdout!.lastIndexOf('|')));
    expect([result, stderr]).toEqual(['1 passed; $(id)\n\n', '1 passed; $(id)\n\n']);
    expect(execution_time).toBeGreaterThanOrEqual(0.3);
    expect(execution_time).toBeLessThan(60);
  });

  test('a hook that fails without blocking is said to have failed, and the run goes on', async () => {
    const hooks = {
      PreToolUse: [{ matcher: 'build', hooks: [command('echo "out of paper" >&2; exit 1')] }],
      PostToolUse: [{ matcher: 'build', hooks: [command('/no/such/program')] }],
    };
    const { status, nodes, trace } = await run(hooks, {}, 'settings.json');
    expect([status, trace.map(({ name }) => name)]).toEqual(['succeeded', ['build', 'clean', 'deploy']]);
    expect(resultOf(nodes.get('hook-pre-tool-use-echo-build'))).toMatchObject({
      success: true,
      failure: 'exit code 1: out of paper',
    });
    expect(resultOf(nodes.get('hook-post-tool-use-program-build'))).toMatchObject({ success: true, exit_code: 127 });
  });

  test('a gate that fails blocks', async () => {
    const hooks = { PreToolUse: [{ matcher: 'clean', hooks: [command('exit 1', { onFailure: 'block' })] }] };
    const { status, trace } = await run(hooks);
    expect([status, trace.map(({ name }) => name)]).toEqual(['failed', ['build']]);
  });

  test('a hook is given the run, the step and its command, exactly', async () => {
    const hooks = {
      PreToolUse: [{ matcher: 'clean', hooks: [command('cat > context.json')] }],
      Stop: [{ hooks: [command('cat context.json')] }],
    };
    const { status, nodes } = await run(hooks, {}, 'settings.json');
    expect(status).toBe('succeeded');
    const stop = resultOf(nodes.get('hook-stop-cat'));
    const context = JSON.parse(String(stop.stdout));
    expect(context).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'clean',
      tool_args: {
        step: 'clean',
        kind: 'command',
        dag: 'work',
        command: 'probe clean && rm -rf "$HOME/no/such/place"',
      },
    });
    expect(context.session_id).toMatch(/^[\w-]{8,}$/);
  });
});
