import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, catalog } from '../../src/diagnostics/catalog.js';
import { createCollector, type Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { compileFixture, readFixture } from '../compile/fixture.js';
import { home } from './examples.js';

/** Codes that end a run with exit code 1, so that a program may send their request to a model. */
const curedInWorkflow = (Object.keys(catalog()) as Code[]).filter((code) => {
  const row: { readonly severity: string; readonly cure?: string } = catalog()[code];
  return row.severity !== 'note' && (row.cure ?? 'workflow') === 'workflow' && /^DW[1-7]/.test(code);
});

const configuration =
  /SECRET|--\w|dagweave|optional|tasks_exclude|task_ids|on_missing_anchor|`?expect|limits\.|hooks\.|assume_version|configuration|\brules?\b|undefined|\[object|NaN/;

test('there are many such codes', () => expect(curedInWorkflow.length).toBeGreaterThan(60));

describe('a request says what to do and names no rule and no setting', () => {
  test.each(curedInWorkflow)('%s', (code) => {
    for (const bare of [false, true]) {
      const { report, all } = createCollector();
      report(code, argumentsOf(bare && code !== 'DW424') as never, {});
      const { request } = all()[0]!;
      expect(request).toMatch(/[.?!]$/);
      expect(request).not.toMatch(configuration);
    }
  });
});

describe('so does the request of a workflow that shows a code', () => {
  const folders = readdirSync(home).filter((code) =>
    ['workflow.yaml', 'hooks.yaml'].every((file) => existsSync(join(home, code, file))),
  );
  test('of many', () => expect(folders.length).toBeGreaterThan(40));
  test.each(folders)('%s', (code) => {
    const fixture = readFixture(join(home, code), 'workflow');
    for (const one of compileFixture(fixture, fixture.input, fixture.hooks).diagnostics) {
      if (one.severity === 'note') continue;
      if (one.cure !== 'workflow') expect(one.request).toBeUndefined();
      else expect(one.request, one.code).toBeDefined();
      // What the text itself is called may hold the name of a rule.
      for (const id of ruleIds(one))
        if (!fixture.input.some(({ text }) => text.includes(id))) expect(one.request ?? '').not.toContain(id);
      expect(one.request ?? '').not.toMatch(/hooks\.yaml|--\w|tasks_exclude|optional|limits/);
    }
  });
});

/** As the message names them: `post_task/scan`. */
function ruleIds({ message }: Diagnostic): readonly string[] {
  return [...message.matchAll(/\brules? ([\w-]+(?:\/[\w-]+)*)/g)].map(([, id]) => id!).filter((id) => id !== 'that');
}

/** Something for every argument that a code may have. */
function argumentsOf(bare: boolean): object {
  return new Proxy(
    {},
    { get: (_, key) => argumentOf(String(key), bare), ownKeys: () => names, getOwnPropertyDescriptor },
  );
}

function getOwnPropertyDescriptor(): PropertyDescriptor {
  return { enumerable: true, configurable: true };
}

function argumentOf(name: string, bare: boolean): unknown {
  if (/^(rule|first|second)$/.test(name)) return 'SECRET-rule';
  if (name === 'rules') return ['SECRET-rule'];
  if (name === 'shares') return [{ rule: 'SECRET-rule', count: 2 }];
  if (name === 'misspelt') return { key: 'nmae', meant: 'name' };
  if (name === 'past') return bare ? undefined : { tasks: ['one', 'two'], field: 'if: x', instead: 'Do this' };
  if (name === 'after') return bare ? undefined : { goesOn: ['one'], whyWell: 'two', instead: 'Do this' };
  if (name === 'shapes') return [{ language: 'Toy', looks: 'a toy' }];
  if (/^(count|bytes|limit|added|asking|sending|min|most|others)$/.test(name)) return 7;
  if (/^(everything|isBefore|isCalled|isKey|isUnread|ofTasks|isTask)$/.test(name)) return !bare;
  if (bare && /^(nearest|task|place|max|field|oneOrder|command|stage|in|round|chooser|cure)$/.test(name))
    return undefined;
  if (name === 'max') return 9;
  if (
    /^(patterns|taskIds|known|unread|parts|places|nodes|dags|missing|extra|round|teardowns|keys|names|waiting|sources|languages|stated)$/.test(
      name,
    )
  )
    return ['one', 'two'];
  return `some ${name}`;
}

const names = [
  ...[
    'is',
    'asked',
    'target',
    'fixed',
    'entrypoint',
    'instead',
    'expression',
    'template',
    'stated',
    'result',
    'mentioned',
    'isThere',
    'kind',
  ],
  ...['condition', 'written', 'languages', 'inside', 'comment', 'misspelt'],
  ...[
    'rule',
    'rules',
    'shares',
    'shapes',
    'count',
    'bytes',
    'limit',
    'added',
    'asking',
    'sending',
    'min',
    'max',
    'others',
  ],
  ...[
    'everything',
    'isCalled',
    'isKey',
    'isUnread',
    'ofTasks',
    'nearest',
    'task',
    'place',
    'field',
    'oneOrder',
    'command',
    'stage',
    'in',
  ],
  ...[
    'round',
    'chooser',
    'cure',
    'patterns',
    'known',
    'parts',
    'places',
    'nodes',
    'dags',
    'missing',
    'extra',
    'teardowns',
    'keys',
    'waiting',
    'sources',
  ],
  ...[
    'dag',
    'node',
    'need',
    'needs',
    'item',
    'name',
    'why',
    'what',
    'message',
    'anchor',
    'side',
    'hook',
    'handler',
    'other',
    'key',
  ],
  ...[
    'problem',
    'file',
    'character',
    'language',
    'beginning',
    'line',
    'found',
    'engine',
    'path',
    'each',
    'pattern',
    'from',
    'to',
  ],
  ...[
    'sign',
    'setting',
    'shell',
    'step',
    'alias',
    'plainHandler',
    'id',
    'meant',
    'of',
    'stem',
    'child',
    'folder',
    'one',
    'reading',
  ],
  'beside',
  'isBefore',
  'names',
];
