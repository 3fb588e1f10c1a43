import { nearestName } from '../../lang/nearest.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { type Dialect, enginesOf } from './dialect.js';
import { fieldsOf, type Level, takesAnyKey } from './field-table.js';
import { fieldOf } from './fields.js';
import { isKeyedMap } from './keys.js';
import { isRead, meantBy } from './meant-keys.js';

/** What to write in place of a key that makes the engine refuse a file; `undefined` where it takes the key, or where that is reported elsewhere. */
export function unknownKey(
  pair: YamlPair,
  map: YamlMap,
  level: Level,
  dialect: Dialect,
): { readonly instead: string; readonly fix?: string } | undefined {
  const written = pair.key.value;
  if (written === '<<' || takesAnyKey(level, dialect)) return undefined;
  // Keys of the other version, and those that come near to a key.
  if (isKeyedMap(level) && (isRead(written, level, dialect) || meantBy(pair, map, level, dialect, noNames)))
    return undefined;
  return keyInstead(
    written,
    map,
    new Set(enginesOf(dialect).flatMap((version) => [...fieldsOf(level, version).keys()])),
  );
}

/** What to write in place of a key that is not one of those known. */
export function keyInstead(
  written: string,
  map: YamlMap,
  known: ReadonlySet<string>,
): { readonly instead: string; readonly fix?: string } {
  if (known.size === 0) return { instead: 'Remove it.' };
  const plain = plainly(written);
  const meant = [...known].find((key) => plainly(key) === plain) ?? nearestName(written, known);
  if (meant === undefined || fieldOf(map, meant))
    return { instead: `Remove it. Keys there are ${[...known].map((key) => `\`${key}\``).join(', ')}.` };
  return { instead: `Write \`${meant}\`; \`apply --fix\` does it for you.`, fix: meant };
}

const noNames: ReadonlySet<undefined> = new Set();

function plainly(key: string): string {
  return key.replaceAll(/[-_ ]/g, '').toLowerCase();
}
