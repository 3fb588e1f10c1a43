import { Lexer } from 'yaml';
import type { Random } from '../random.js';
import { fieldNames } from './field-names.js';

/** Exchanges, repeats and drops what YAML takes for one unit: a scalar, an indicator, a comment, blanks. */
export function mutateTokens(random: Random, text: string, other: string): string {
  const tokens = tokensOf(text);
  const others = tokensOf(other);
  for (let times = random.below(3); times >= 0; times--) {
    const at = random.below(tokens.length + 1);
    const there = random.below(tokens.length + 1);
    const change = random.below(6);
    if (change === 0) tokens.splice(at, 1);
    else if (change === 1) tokens.splice(at, 0, tokens[there] ?? '');
    else if (change === 2) tokens.splice(at, 1, tokens[there] ?? '');
    else if (change === 3) tokens.splice(at, 1, random.pick(words));
    else if (change === 4) tokens.splice(at, 0, random.pick(words));
    else tokens.splice(at, 1 + random.below(3), ...others.slice(there, there + 1 + random.below(12)));
  }
  if (random.chance(rare)) tokens.splice(random.below(tokens.length + 1), 0, repeated(random, tokens));
  return tokens.join('');
}

const rare = 0.01;

/** What a model writes that got stuck: it finds what takes too long, or too much of the stack. */
function repeated(random: Random, tokens: readonly string[]): string {
  const some = Array.from({ length: 1 + random.below(3) }, () => random.pick(random.chance(0.5) ? words : tokens));
  return some.join('').repeat(random.below(5_000));
}

/** The library puts marks between tokens, which are no part of the text. */
function tokensOf(text: string): string[] {
  return [...new Lexer().lex(text)].filter((token) => token !== '\x02' && token !== '\x18' && token !== '\x1f');
}

const words = [
  ...fieldNames,
  ...['exit', 'failure', 'graph', 'chain', 'agent'],
  ...['hook-begin', 'hook-gate', 'cmd_1', 'dag_1', 'T001', 'null', '~', '""', "''", '[]', '{}', '0', '1e3', 'true'],
  ...['&a', '&a ', '*a', '*a ', '<<', '? ', ': ', '- ', '-\n', '|', '>', '|-', '|+', '>2', '!t ', '!!str '],
  ...['#', ' #x', '---\n', '...\n', '\n', '\r\n', '\n\n', '  ', '\t', ', ', ']', '}', '[', '{'],
  ...['"', "'", '\\', '\u2028', '\ufeff', 'é', '😀', '%'],
  ...['# dagweave: x 0123456789ab\n', '{{task_id}}', '{{ x }}', '${X}', '$(x)', '`x`'],
];
