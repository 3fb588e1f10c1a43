import type { Arguments } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { hookPoints } from '../../model/rule.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { matchKeys } from '../match-schema.js';
import { ruleKeys, sectionKeys } from '../section-schema.js';

/** Reports what is known, but in another place or of another kind, with the way to write it. */
export function tellingWhere(report: Report): Report {
  return (code, args, place) => {
    if (code === 'DW310') {
      const found = args as Arguments<'DW310'>;
      const way = wayHome(found);
      if (way === undefined) report('DW310', { ...found, nearest: found.nearest ?? meantBy(found) }, place);
      else report('DW381', { key: found.key, way }, place);
    } else if (code === 'DW311') {
      const found = args as Arguments<'DW311'>;
      report('DW311', { ...found, hint: kindHint(found) ?? found.hint }, place);
    } else report(code, args, place);
  };
}

function wayHome({ key, where, nearest }: Arguments<'DW310'>): string | undefined {
  if (where === 'the `hooks` section') {
    if (key === 'hooks') return 'one `hooks` is enough: move what is in it one level up';
    if (nearest !== undefined) return undefined;
    const point = isPoint(key) ? key : nearestName(key, hookPoints);
    if (point !== undefined) return `points are below \`injections\`: write it as \`hooks.injections.${point}\``;
    return ruleKeys.includes(key) || key === 'command' ? `move it into a rule: an entry of ${lists}` : undefined;
  }
  if (where === '`injections`')
    return sectionKeys.includes(key) ? 'move it out of `injections`, one level up' : undefined;
  return /^`deny/.test(where) && matchKeys().includes(key)
    ? `write it below \`match\`: \`match: {${key}: …}\``
    : undefined;
}

function isPoint(key: string): boolean {
  return (hookPoints as readonly string[]).includes(key);
}

const lists = 'one of the lists below `injections`, such as `post_task`';

/** What people call it who did not look it up. */
function meantBy({ key, known }: Arguments<'DW310'>): string | undefined {
  const meant = otherNames.get(key.toLowerCase());
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['rules', 'injections'],
  ['rule', 'injections'],
  ['points', 'injections'],
  ['steps', 'step_definitions'],
  ['definitions', 'step_definitions'],
  ['variables', 'vars'],
  ['forbid', 'deny'],
  ['denials', 'deny'],
  ['before_task', 'pre_task'],
  ['after_task', 'post_task'],
]);

function kindHint({ field, expected, found }: Arguments<'DW311'>): string | undefined {
  if (expected !== 'a mapping' || found !== 'a list') return undefined;
  if (field === 'injections') return `write each point as a key with its list of rules: \`post_task: [{…}]\``;
  return field === 'step_definitions' ? 'write each step under its name: `coverage: {type: shell, …}`' : undefined;
}

/** Is it what only rules of ours have? */
export function isOwn({ pairs }: YamlMap): boolean {
  return pairs.some(({ key }) => ownKeys.has(key.value.toLowerCase().replaceAll('-', '_')));
}

/** `final` is a word that others use. */
const sectionOnly: readonly string[] = ['injections', 'step_definitions'];
const ownKeys: ReadonlySet<string> = new Set([...sectionOnly, ...hookPoints.filter((point) => point !== 'final')]);

/** A section of ours in a file that has no `hooks` at its top level, and what to do about it. */
export interface MisplacedSection {
  readonly pair: YamlPair;
  readonly way: string;
}

export function findMisplacedSection(root: YamlMap): MisplacedSection | undefined {
  for (const pair of root.pairs) {
    const inner = mapIn(pair.value);
    const hooks = inner && pairOf(inner, 'hooks');
    if (hooks && isOwnIn(hooks.value)) return { pair: hooks, way: 'move it to the top level of the file' };
    if (!inner || !isOwn(inner)) continue;
    const isSection = inner.pairs.some(({ key }) => sectionOnly.includes(key.value.toLowerCase()));
    return { pair, way: isSection ? 'rename it to `hooks`' : 'rename it to `injections`, and move it below `hooks`' };
  }
  return undefined;
}

function isOwnIn(node: YamlNode): boolean {
  const inner = mapIn(node);
  return inner !== undefined && isOwn(inner);
}

/** What another tool keeps behind an alias is its own business. */
function mapIn(node: YamlNode): YamlMap | undefined {
  return node.kind === 'alias' ? undefined : asMap(node);
}
