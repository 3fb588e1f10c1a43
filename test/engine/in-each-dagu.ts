import { describe, test } from 'vitest';
import { dagus, type Engine } from './engines.js';

/** The one engine in which a case makes sense, and why it makes none in the other. */
export interface Only {
  readonly engine: Engine;
  readonly because: string;
}

/** The same tests in each engine, with its name in the title. Where an engine is missing they are skipped, and the title says why. */
export function inEachDagu(
  subject: string,
  { only, concurrent = false }: { readonly only?: Only; readonly concurrent?: boolean },
  tests: (engine: Engine) => void,
): void {
  for (const engine of dagus) {
    if (only && only.engine !== engine) continue;
    const block = describe.skipIf(engine.missing);
    const why = only ? `, not in the other: ${only.because}` : '';
    (concurrent ? block.concurrent : block)(`${subject} in ${engine.title}${why}`, () => tests(engine));
  }
}

/** One test that needs an engine; where that is missing it is skipped, and the title says why. */
export function testWith(engine: Pick<Engine, 'title' | 'missing'>, title: string, body: () => Promise<void>): void {
  test.skipIf(engine.missing)(`${title}: ${engine.title}`, body);
}
