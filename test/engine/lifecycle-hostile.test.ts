import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { quoteForDagu } from '../../src/formats/dagu/shell.js';
import { runVariables } from '../../src/lang/variable-names.js';
import { runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelled } from './spelling.js';

/** `HERE` is a file that appears where one of them runs. */
const values = [
  '$(touch HERE)',
  '`touch HERE`',
  '"; touch HERE; "',
  "'; touch HERE; '",
  '"$(touch HERE)"',
  "'$(touch HERE)'",
  '\\`touch HERE\\`',
  '\\$(touch HERE)',
  '$(touch HERE',
  '\ntouch HERE\n',
  '\r\ntouch HERE\r\n',
  '| touch HERE',
  '&& touch HERE &',
  '> HERE',
  '${IFS}touch${IFS}HERE',
  '" ) ; touch HERE ; ( "',
  ') || touch HERE #',
  'a[$(touch HERE)]',
  '<(touch HERE)',
  '" } BEGIN { system("touch HERE") } { "',
  `it's "both" kinds`,
  '$HOME ${PATH} $1 $$ $? $!',
  '${SESSION} ${ITERATION} $STAGE',
  '"${STAGE}" \'${STAGE}\' \\${STAGE}',
  '{{SESSION}} {{task_id}} ${{ y }} {{{raw}}}',
  '${CALLBACK_URL}?action=approve',
  '%s%n \\n \\x41 \\047',
  '*?[a-z] ~ !x #no',
  'a  two  spaces ',
  '\ttabs\t',
  '-rf --help',
  '--',
  '=',
  'été 漢字 🙂',
  '__proto__',
  'true',
  'null',
  '- a: b, [c], {d} & *e',
  '\\',
  '"',
  "'",
];

inEachDagu('hostile values in lifecycle hooks', {}, (engine) => {
  const compiled = (text: string, hooks: object, variables: ReadonlyMap<string, string>) =>
    compiledFor(engine, text, hooks, variables);

  test('each of them in each variable, in every kind of quotes and in the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const show = showing(folder);
    const texts = runVariables.map((name, at) => [`\${${name}}`, `"\${${name}}"`, `'\${${name}}'`][at % 3]);
    const hooks = { on_iteration_complete: [{ type: 'shell', command: `${show} ${texts.join(' ')}`, await: true }] };
    const given = values.map((_, run) => {
      const rotated = runVariables.map((name, at) => [name, hostile((run + at) % values.length, folder)] as const);
      return new Map(rotated);
    });
    const dags = given.map((variables, run) =>
      compiled(`name: d${run}\ntype: graph\nsteps:\n  - {name: task, command: "true"}\n`, hooks, variables).replace(
        show,
        `${show}/${run}`,
      ),
    );
    const calls = given.map((_, run) => `  - {name: c${run}, call: d${run}}\n`);
    const made = await runDagu(
      { 'all.yaml': [`type: graph\nsteps:\n${calls.join('')}`, ...dags].join('---\n') },
      { engine },
    );
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    given.forEach((variables, run) => {
      const { argv, env } = shown(folder, run);
      expect(argv).toEqual([...variables.values()]);
      expect(runVariables.map((name) => env[name])).toEqual([...variables.values()]);
    });
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  test('what steps print, while the run goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const show = showing(folder);
    const hooks = {
      on_iteration_complete: [
        { type: 'shell', command: `${show} \${STAGE_OUTPUTS} '\${LAST_DECISION}' "\${LAST_DECISION}"`, await: true },
      ],
    };
    const dags = values.map((_, run) => {
      const prints = JSON.stringify(`printf %s ${quoteForDagu(hostile(run, folder))}`);
      const text = `name: d${run}\ntype: graph\nsteps:\n  - {name: task, command: ${prints}, output: LAST_DECISION}\n`;
      return compiled(text, hooks, new Map()).replace(show, `${show}/${run}`);
    });
    const calls = values.map((_, run) => `  - {name: c${run}, call: d${run}}\n`);
    const made = await runDagu(
      { 'all.yaml': [`type: graph\nsteps:\n${calls.join('')}`, ...dags].join('---\n') },
      { engine },
    );
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    values.forEach((_, run) => {
      const printed = hostile(run, folder).trim();
      expect(shown(folder, run).argv).toEqual([printed, printed, printed]);
    });
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  test('names of stages, and the message about one that failed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-lifecycle-'));
    const show = showing(folder);
    const names = ['$(touch pwned)', '`touch pwned`', '"; touch pwned; "', "';touch pwned;'", '${HOME} $1 "x" \'y\''];
    const hooks = {
      on_stage_complete: [{ type: 'shell', command: `${show}/\${ITERATION} \${STAGE} "\${NEXT_STAGE}"`, await: true }],
      on_error: [{ type: 'shell', command: `${show}/error "\${ERROR}" '\${ERROR}'`, await: true }],
    };
    const steps = names.map((name, at) => {
      const needs = at === 0 ? '' : `, depends: [${JSON.stringify(names[at - 1])}]`;
      return `  - {name: ${JSON.stringify(name)}, command: "${at === names.length - 1 ? 'exit 3' : 'true'}"${needs}}\n`;
    });
    const text = `type: graph\nworkingDir: ${folder}\nsteps:\n${steps.join('')}`;
    const made = await runDagu({ 'work.yaml': compiled(text, hooks, new Map()) }, { engine });
    expect(made.status).toBe('failed');
    for (const [at, name] of names.slice(0, -1).entries())
      expect(shown(folder, at + 1).argv).toEqual([name, names[at + 1]]);
    const message =
      engine.dialect === 'v1'
        ? `failed to execute step ${JSON.stringify(names.at(-1))}: exit status 3`
        : 'exit status 3';
    expect(shown(folder, 'error').argv).toEqual([message, message]);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});

function hostile(at: number, folder: string): string {
  return values[at]!.replaceAll('HERE', join(folder, 'pwned'));
}

/** A command that writes down what it was given, to files beside it, each text ended by a zero byte. */
function showing(folder: string): string {
  const script = join(folder, 'show.sh');
  writeFileSync(script, `file=$1\nshift\nprintf '%s\\0' "$@" > "$file.argv"\nenv -0 > "$file.env"\n`);
  return `/bin/sh ${script} ${folder}`;
}

function shown(folder: string, name: number | string) {
  const textsIn = (path: string) => readFileSync(join(folder, path), 'utf8').split('\0').slice(0, -1);
  const env = textsIn(`${name}.env`).map((one): [string, string] => {
    const end = one.indexOf('=');
    return [one.slice(0, end), one.slice(end + 1)];
  });
  return { argv: textsIn(`${name}.argv`), env: Object.fromEntries(env) };
}

function compiledFor(engine: Engine, text: string, hooks: object, variables: ReadonlyMap<string, string>): string {
  const result = compile({
    workflow: [{ path: 'work.yaml', text: spelled(text, engine) }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: engine.version, variables },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return result.outputs[0]!.text;
}
