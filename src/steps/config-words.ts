import type { Word } from '../model/step.js';
import type { Binder } from './step-type.js';

/**
 * The configuration of user code, as the options `--config JSON` and `--config-value POINTER=VALUE`. Texts in it may hold
 * `{{variables}}`; those known at run time only cannot stand inside JSON and go beside it.
 */
export function configWords(config: unknown, binder: Binder): ConfigWords {
  const late: { name: string; value: Word }[] = [];
  const known = bind(config, '', binder, late);
  return { config: JSON.stringify(known), config_value: late.length > 0 ? late : undefined };
}

export interface ConfigWords {
  readonly config: string;
  readonly config_value: readonly { readonly name: string; readonly value: Word }[] | undefined;
}

function bind(value: unknown, pointer: string, binder: Binder, late: { name: string; value: Word }[]): unknown {
  if (typeof value === 'string') {
    const word = binder.text(value);
    if (word.every((part) => part.kind === 'text')) return word.map((part) => part.text).join('');
    late.push({ name: pointer, value: word });
    return '';
  }
  if (Array.isArray(value)) return value.map((item, index) => bind(item, `${pointer}/${index}`, binder, late));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => {
      return [key, bind(item, `${pointer}/${escapePointer(key)}`, binder, late)] as const;
    });
    return Object.fromEntries(entries);
  }
  return value;
}

/** JSON Pointer (RFC 6901), with `=` escaped besides, because it ends the pointer on a command line. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('=', '~2');
}
