import type { Engine } from './engines.js';

/** A handler as people write it, which runs `probe NAME`. */
export interface HandlerShape {
  readonly name: string;
  /** The lines of the handler below its key, or what follows the key on its line. */
  write(name: string, dialect: Engine['dialect']): string;
  /** Its own command does not run, because it says so. */
  readonly idle?: boolean;
  /** Documents that follow, for what it calls. */
  others?(name: string, dialect: Engine['dialect']): string;
}

const run = (dialect: Engine['dialect']) => (dialect === 'v1' ? 'command' : 'run');
const key = (dialect: Engine['dialect'], v1: string, v2: string) => (dialect === 'v1' ? v1 : v2);
const beside = (name: string, field: (dialect: Engine['dialect']) => string, idle = false): HandlerShape => ({
  name,
  idle,
  write: (probe, dialect) => `\n    ${run(dialect)}: probe ${probe}\n    ${field(dialect)}`,
});

/** Handlers that hooks can be put into. */
export const open: readonly HandlerShape[] = [
  { name: 'a command of one line', write: (name, dialect) => `\n    ${run(dialect)}: probe ${name}   # a comment` },
  { name: 'a command between braces', write: (name, dialect) => ` {${run(dialect)}: "probe ${name}"}` },
  {
    name: 'a list of commands',
    write: (name, dialect) => `\n    ${run(dialect)}:\n      - "true"\n      - probe ${name}`,
  },
  { name: 'a list between brackets', write: (name, dialect) => `\n    ${run(dialect)}: ["true", probe ${name}]` },
  { name: 'a block', write: (name, dialect) => `\n    ${run(dialect)}: |\n      true #\n      probe ${name} #` },
  { name: 'a block of one line', write: (name, dialect) => `\n    ${run(dialect)}: |-\n      probe ${name} #` },
  { name: 'lines between quotes', write: (name, dialect) => `\n    ${run(dialect)}: "true\\nprobe ${name}"` },
  { name: 'a script', write: (name) => `\n    script: |\n      true #\n      probe ${name} #` },
  beside('variables of its own', () => 'env: [{OWN: value}]'),
  beside('a shell of its own', (dialect) => (dialect === 'v1' ? 'shell: bash' : 'with: {shell: bash}')),
  beside('a shell of several words', (dialect) => (dialect === 'v1' ? 'shell: /bin/sh -u' : 'with: {shell: /bin/sh}')),
];

/** Handlers of which something would hold for hooks as well, or that run no shell. */
export const closed: readonly HandlerShape[] = [
  beside('a condition that does not hold', () => 'preconditions: [{condition: "false"}]', true),
  beside('a condition that holds', () => 'preconditions: [{condition: "true"}]'),
  beside('a time limit', (dialect) => `${key(dialect, 'timeoutSec', 'timeout_sec')}: 1`),
  beside('a folder of its own', (dialect) => `${key(dialect, 'workingDir', 'working_dir')}: /tmp`),
  beside('a file for its output', () => 'stdout: out.txt'),
  beside('variables made by a command', () => 'env: [{OWN: "`echo x`"}]'),
  { name: 'a script with an interpreter', write: (name) => `\n    script: |\n      #!/bin/sh\n      probe ${name} #` },
  {
    name: 'a call of another workflow',
    write: (name, dialect) =>
      dialect === 'v1' ? `\n    call: call-${name}` : `\n    action: dag.run\n    with: {dag: call-${name}}`,
    others: (name, dialect) => `---\nname: call-${name}\nsteps:\n  - name: old\n    ${run(dialect)}: probe ${name}\n`,
  },
];

/** A workflow with handlers of a shape, by their keys. */
export function withHandlers(
  shape: HandlerShape,
  keys: readonly string[],
  dialect: Engine['dialect'],
  command = 'probe work',
): string {
  const handlers = keys.map((event) => `  ${event}:${shape.write(`old-${event}`, dialect)}\n`).join('');
  const others = keys.map((event) => shape.others?.(`old-${event}`, dialect) ?? '').join('');
  const map = `${key(dialect, 'handlerOn', 'handler_on')}:\n${handlers}`;
  return `type: graph\nsteps:\n  - name: work\n    ${run(dialect)}: ${command}\n${map}${others}`;
}

/** One of several lines, one with its own variables, one with a condition that the run decides, one line each for failure and stop. */
export const mergedHooks = {
  enabled: true,
  step_definitions: {
    lines: { type: 'shell', command: "if true; then\n  probe mark-lines\nfi\nprobe mark-again 'it''s'" },
    env: { type: 'shell', command: 'probe "mark-$WHO"', env: { WHO: 'env\'s "name"' } },
    asked: { type: 'shell', command: 'probe mark-asked' },
    fails: { type: 'shell', command: 'probe mark-fails exit=3' },
    alarm: { type: 'shell', command: 'probe mark-alarm' },
    unlock: { type: 'shell', command: 'probe mark-unlock' },
  },
  injections: {
    final: [
      { step: 'lines', run: 'always', order: 1 },
      { step: 'env', run: 'always', order: 2 },
      { step: 'asked', run: 'always', order: 3, when: '${DAG_RUN_STATUS} != "nothing"' },
      { step: 'fails', run: 'always', order: 4, on_failure: 'continue' },
      { step: 'alarm', run: 'failure' },
      { step: 'unlock', run: 'abort' },
    ],
  },
};

export const alwaysMarks = ['mark-lines', 'mark-again', 'mark-env\'s "name"', 'mark-asked', 'mark-fails'];
