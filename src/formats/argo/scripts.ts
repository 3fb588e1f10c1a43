import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { templateOf } from './calls.js';
import type { ArgoDocument } from './document.js';
import { withMerged } from './merged.js';

/** What a task hands to a shell; `undefined` where it does no such thing. */
export function commandOf(document: ArgoDocument, task: YamlMap): string | undefined {
  const template = runBy(document, task);
  return template && scriptsOf(template)[0];
}

/** The template that a task runs, its own or one of the same document. */
export function runBy({ templates }: ArgoDocument, task: YamlMap): YamlMap | undefined {
  const inline = asMap(pairOf(task, 'inline')?.value);
  if (inline) return inline;
  const called = templateOf(task);
  return called === undefined ? undefined : templates.find(({ name }) => name === called)?.map;
}

/** The containers of a template, the script of one included. */
export function containersOf(template: YamlMap): readonly YamlMap[] {
  const set = asMap(pairOf(template, 'containerSet')?.value);
  const lists = [
    ...['initContainers', 'sidecars'].map((key) => pairOf(template, key)?.value),
    set && pairOf(set, 'containers')?.value,
  ];
  const own = ['container', 'script'].flatMap((key) => asMap(pairOf(template, key)?.value) ?? []);
  return [
    ...own,
    ...lists.flatMap((list) => (asSequence(list)?.items ?? []).flatMap(({ value }) => asMap(value) ?? [])),
  ].map(withMerged);
}

/** Shell texts that a template runs. */
function scriptsOf(template: YamlMap): readonly string[] {
  return containersOf(template).flatMap((container) => {
    const source = textOf(pairOf(container, 'source')?.value);
    const words = ['command', 'args'].flatMap((key) => wordsOf(container, key));
    if (source !== undefined) return isShell(words[0]) ? [source] : [];
    const at = isShell(words[0]) ? words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word)) : -1;
    return at > 0 && words[at + 1] !== undefined ? [words[at + 1]!] : [];
  });
}

export function wordsOf(container: YamlMap, key: string): readonly string[] {
  const value = pairOf(container, key)?.value;
  const list = asSequence(value);
  const items = list ? list.items.map((item) => item.value) : value ? [value] : [];
  return items.flatMap((item) => textOf(item) ?? []);
}

export function isShell(program: string | undefined): boolean {
  return /^(?:.*\/)?(?:ba|da|a|k|z|)sh$/.test(program ?? '');
}
