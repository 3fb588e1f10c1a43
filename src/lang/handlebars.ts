import { loadedLate } from './late.js';

/** What a template consists of once whitespace control and the rules for tags alone on a line are applied. */
export type Statement =
  | { readonly kind: 'content'; readonly text: string }
  /** `raw` has three braces. */
  | { readonly kind: 'variable'; readonly name: string; readonly raw: boolean }
  /** `indent` is the white space before a partial that is alone on its line; each line of it gets it. */
  | { readonly kind: 'partial'; readonly name: string; readonly indent: string };

/**
 * Reads what the tags of a template do: three braces, `~`, which white space a tag alone on its line takes with it, how deep a
 * partial is indented. Only the parser of Handlebars is used: nothing is compiled and nothing looked up. The caller has found the
 * tags (`tags.ts`) and masked all that is foreign, so a text that does not parse, or holds anything but plain names, is a fault of ours.
 */
export function parseHandlebars(text: string): readonly Statement[] {
  const { body } = load().parse(text) as { readonly body: readonly TemplateNode[] };
  return body.flatMap(statement);
}

/** The kinds of nodes that can be there, as far as they are read. */
type TemplateNode =
  | { readonly type: 'ContentStatement'; readonly value: string }
  | { readonly type: 'CommentStatement' }
  | { readonly type: 'MustacheStatement'; readonly path: { readonly original: string }; readonly escaped: boolean }
  | { readonly type: 'PartialStatement'; readonly name: { readonly original: string }; readonly indent: string };

function statement(node: TemplateNode): readonly Statement[] {
  switch (node.type) {
    case 'ContentStatement':
      return node.value === '' ? [] : [{ kind: 'content', text: node.value }];
    case 'CommentStatement':
      return [];
    case 'MustacheStatement':
      return [{ kind: 'variable', name: node.path.original, raw: !node.escaped }];
    case 'PartialStatement':
      return [{ kind: 'partial', name: node.name.original, indent: node.indent }];
  }
}

/** Loaded with the first template that holds a tag of ours. */
const load = loadedLate('handlebars', (library: typeof import('handlebars')) => library);
