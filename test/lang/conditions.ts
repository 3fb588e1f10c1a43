import * as fc from 'fast-check';
import type { Condition, Operand } from '../../src/lang/condition/tree.js';

/** Names of the run, and one that is ours. */
export const names = ['A', 'B', 'STAGE_2', 'vars.x'] as const;

const name = fc.constantFrom(...names).map((text): Operand => ({ kind: 'name', name: text, start: 0, end: 0 }));
const integer = fc.oneof(fc.integer({ min: -99, max: 99 }).map(String), fc.constantFrom('010', '-012', '08', '000'));
const fraction = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat(99)).map(([whole, rest]) => `${whole}.${rest}`);
const text = fc.oneof(
  fc.constantFrom('', 'plan', '10', "it's", '"', '\\', 'a\nb', '$(touch ran)', '`touch ran`', '${A}', 'ä €'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
);

/** Texts that variables hold: plain ones, numbers, and what a shell or awk might take for more. */
export const values: fc.Arbitrary<string> = fc.oneof(
  integer,
  fraction,
  text,
  fc.constantFrom(
    '010',
    '-010',
    '00.50',
    '-08.5',
    '1.',
    '0x1A',
    '1e3',
    '+5',
    ' 7',
    '9999999999999999999',
    '-0',
    '4.0',
    'nan',
    'inf',
    'a[$(touch ran)]',
  ),
);

const number = (form: fc.Arbitrary<string>) => form.map((digits): Operand => ({ kind: 'number', text: digits }));
const remainder = fc
  .tuple(fc.oneof(name, number(integer)), fc.oneof(name, number(integer.filter((one) => Number(one) !== 0))))
  .map(([left, right]): Operand => ({ kind: 'remainder', left, right }));

const ofTexts = fc
  .record({
    operator: fc.constantFrom('==', '!='),
    left: name,
    right: fc.oneof(
      name,
      text.map((one): Operand => ({ kind: 'text', text: one })),
    ),
  })
  .map((parts): Condition => ({ kind: 'compare', as: 'text', ...parts }) as Condition);
const ofNumbers = fc
  .record({
    operator: fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
    left: fc.oneof(name, remainder),
    right: fc.oneof(number(integer), number(fraction), remainder),
  })
  .map((parts): Condition => ({ kind: 'compare', as: 'number', ...parts }) as Condition);

/** Conditions as the parser makes them, but for the places of names. */
export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    ofTexts,
    ofNumbers,
    fc.boolean().map((value): Condition => ({ kind: 'constant', value })),
    tie('condition').map((operand): Condition => ({ kind: 'not', operand })),
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, operands]): Condition => ({ kind, operands })),
  ),
})).condition;
