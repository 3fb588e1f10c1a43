import fc from 'fast-check';
import type { Version } from '../oracle/documents.js';

/** A random workflow before it is written down. */
export interface WorkflowModel {
  readonly version: Version;
  readonly root: DocumentModel;
  readonly bodies: readonly DocumentModel[];
  readonly style: Style;
}

export interface DocumentModel {
  readonly name: string | undefined;
  readonly type: 'chain' | 'graph' | undefined;
  readonly steps: readonly StepModel[];
  /** Steps by name instead of a list. */
  readonly asMap: boolean;
  /** The last handlers are there already. */
  readonly handlers: boolean;
  /** Policies for all steps, in 2.x. */
  readonly defaults: boolean;
}

export interface StepModel {
  readonly name: string;
  readonly id: string | undefined;
  /** Its name is not written down. */
  readonly nameless?: boolean;
  /** Indexes of earlier steps; `undefined` where nothing is written. */
  readonly needs: readonly number[] | undefined;
  /** Index of the body it calls. */
  readonly calls: number | undefined;
  /** It is in a nested list with the step before it. */
  readonly joins: boolean;
  /** A number from which the writer draws its choices for this step. */
  readonly whim: number;
}

export interface Style {
  readonly crlf: boolean;
  readonly finalNewline: boolean;
  /** Spaces before the dash of a step. */
  readonly indent: number;
  readonly comments: boolean;
  readonly blankLines: boolean;
  readonly json: boolean;
}

export const workflowModels: fc.Arbitrary<WorkflowModel> = fc
  .record({
    version: fc.constantFrom<Version>('1.30', '2.15'),
    bodies: fc.integer({ min: 0, max: 4 }),
    style: fc.record({
      crlf: fc.boolean(),
      finalNewline: fc.boolean(),
      indent: fc.constantFrom(0, 2, 4),
      comments: fc.boolean(),
      blankLines: fc.boolean(),
      json: fc.nat(9).map((n) => n === 0),
    }),
  })
  .chain(({ version, bodies, style }) => {
    const single = bodies === 0 && !style.json;
    return fc.record({
      version: fc.constant(version),
      style: fc.constant(style),
      root: documents(version, undefined, single ? 200 : 30, bodies),
      bodies: fc
        .tuple(...Array.from({ length: bodies }, (_, index) => documents(version, `T${index + 1}`, 20, 0)))
        .map((all) => [...all]),
    });
  })
  .map((model) =>
    model.style.json && model.bodies.length > 0 ? { ...model, style: { ...model.style, json: false } } : model,
  );

function documents(
  version: Version,
  name: string | undefined,
  most: number,
  bodies: number,
): fc.Arbitrary<DocumentModel> {
  return fc
    .record({
      rare: fc.nat(11),
      handlers: fc.nat(5).map((n) => n === 0),
      type: fc.constantFrom(undefined, 'chain' as const, 'graph' as const, 'graph' as const),
      size: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }) },
        { weight: 1, arbitrary: fc.integer({ min: 10, max: most }) },
      ),
    })
    .chain(({ type, size, rare, handlers }) => {
      const asMap = rare === 0;
      const chained = type === 'chain' || (type === undefined && version === '1.30');
      return fc
        .tuple(
          fc.uniqueArray(names(version), { minLength: size, maxLength: size, selector: (one) => one.toLowerCase() }),
          fc.array(
            fc.record({
              written: fc.nat(9),
              needs: fc.array(fc.nat(1000), { maxLength: 3 }),
              calls: fc.nat(3),
              joins: fc.nat(9),
              withId: fc.nat(4),
              whim: fc.nat(0x7fffffff),
            }),
            { minLength: size, maxLength: size },
          ),
        )
        .map(([all, drawn]) => ({
          name,
          type,
          asMap,
          handlers: handlers && name === undefined,
          defaults: rare === 1 && version === '2.15',
          steps: drawn.map((one, index): StepModel => {
            const grouped = index > 0 && one.joins === 0 && version === '1.30' && !asMap;
            return {
              name: all[index]!,
              id: one.withId === 0 ? `${'id'}${index}x` : undefined,
              needs: needsOf(one.written, one.needs, index, chained, version),
              calls: bodies > 0 && one.calls === 0 ? one.whim % bodies : undefined,
              joins: grouped,
              whim: one.whim,
            };
          }),
        }));
    });
}

/** In a chain of 2.x no needs can be written; in one of 1.30 they add to the order of the list. */
function needsOf(
  written: number,
  drawn: readonly number[],
  index: number,
  chained: boolean,
  version: Version,
): readonly number[] | undefined {
  if (chained && (version === '2.15' || written > 2)) return undefined;
  if (written === 0) return undefined;
  if (written === 1) return [];
  return index === 0 ? undefined : [...new Set(drawn.map((one) => one % index))];
}

const words = [
  '__proto__',
  'constructor',
  'toString',
  'pre-sync',
  'run',
  'commit',
  'post-merge',
  'branches-setup',
  'build',
  'a b',
  "it's",
  '"quoted"',
  '$(touch x)',
  '`id`',
  '${HOME}',
  '$1',
  '{{ y }}',
  '${{ z }}',
  'été',
  '漢字',
  '🙂',
  'a: b',
  '# no comment',
  '- dash',
  '[x]',
  '{x}',
  'a,b',
  '*',
  '&anchor',
  '!tag',
  '%',
  '@at',
  'null',
  'true',
  '1.5',
  '0x1f',
  '~',
  '\\',
  "';\n${{ y }}",
  '||',
  'a\\nb',
];

/** Names as a hostile generator would choose them, no longer than the version allows. */
function names(version: Version): fc.Arbitrary<string> {
  const limit = version === '1.30' ? 40 : 200;
  const plain = fc.nat(99_999).map((n) => `s${n}`);
  const hostile = fc.tuple(fc.constantFrom(...words), fc.nat(99)).map(([word, n]) => (n < 20 ? word : `${word}${n}`));
  const long = fc.nat(99_999).map((n) => `${n}`.padStart(limit, 'x'));
  return fc
    .oneof({ weight: 3, arbitrary: plain }, { weight: 5, arbitrary: hostile }, { weight: 1, arbitrary: long })
    .filter((name) => Buffer.byteLength(name) <= limit);
}
