import { pastedSign } from '../../lang/shell/tokens.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';

/** Puts into a text of a template what the engine puts there, with a sign for what only the run knows. */
export type Fill = (text: string) => string;

/** What a task hands to the template that it calls; once for each item that the call is repeated for. */
export function fillsOf(task: YamlMap, template: YamlMap): readonly Fill[] {
  return itemsOf(task).map((item) => {
    const fill = fillWith(item);
    const given = [...parametersIn(task, 'arguments')].map(([name, value]) => [name, fill(value)] as const);
    const values = new Map([...parametersIn(template, 'inputs'), ...given]);
    return fillWith(
      new Map([...item, ...[...values].map(([name, value]) => [`inputs.parameters.${name}`, value] as const)]),
    );
  });
}

/** A template that is called in ways that nobody knows. */
export const fillLate: Fill = fillWith(new Map());

function fillWith(values: ReadonlyMap<string, string>): Fill {
  return (text) =>
    text.replace(tag, (whole, written: string) => {
      const name = written.replace(/^=/, '').trim();
      return (
        values.get(name) ??
        (/^(?:=|\s*(?:cronworkflow|inputs|item|lastRetry|node|outputs|pod|retries|steps|tasks|workflow)\b)/.test(
          written,
        )
          ? pastedSign
          : whole)
      );
    });
}

const tag = /\{\{((?:[^{}]|\}(?!\})|\{(?!\{))*)\}\}/g;

/** Those that have a value or a default. One whose value is found in the run hides the default. */
export function parametersIn(map: YamlMap, key: 'arguments' | 'inputs'): ReadonlyMap<string, string> {
  const lists = asMap(pairOf(map, key)?.value);
  const items = asSequence(lists && pairOf(lists, 'parameters')?.value)?.items ?? [];
  return new Map(
    items.flatMap(({ value }) => {
      const item = asMap(value);
      const name = textOf(item && pairOf(item, 'name')?.value);
      if (!item || name === undefined) return [];
      const known = ['value', 'default'].flatMap((one) => textOf(pairOf(item, one)?.value) ?? [])[0];
      const text = pairOf(item, 'valueFrom') ? pastedSign : known;
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** Texts by what tags call them; of very many items, nobody looks at each. */
function itemsOf(task: YamlMap): readonly ReadonlyMap<string, string>[] {
  const items = asSequence(pairOf(task, 'withItems')?.value)?.items ?? [];
  return items.length === 0 || items.length > 50 ? [new Map()] : items.map(({ value }) => itemOf(value));
}

function itemOf(value: YamlNode): ReadonlyMap<string, string> {
  const text = textOf(value);
  if (text !== undefined) return new Map([['item', fillLate(text)]]);
  return new Map(
    asMap(value)?.pairs.flatMap(({ key, value: one }) => {
      const part = textOf(one);
      return part === undefined ? [] : [[`item.${key.value}`, fillLate(part)] as const];
    }),
  );
}
