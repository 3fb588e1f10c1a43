import {
  type HookLook,
  lookOf,
  looksIn,
  type Picture,
  type PictureDag,
  type PictureHook,
  type PictureNode,
} from '../../model/picture.js';
import { shortened } from '../visible.js';
import { drawnOrder } from './drawn-order.js';
import { foldDag } from './fold.js';
import { handlerWords, hookTitle, lookWords, oneLine } from './words.js';

/** A Mermaid flowchart; each DAG is a subgraph, and what is added stands out. */
export function mermaidGraph({ dags }: Picture): string {
  return mermaid(
    dags.map((dag, index) => ({ dag, index, blocks: dag.nodes.map((_, at) => [at]), arrows: dag.edges })),
    dags,
  );
}

/** Why Mermaid, as GitHub and GitLab set it up, shows an error in place of a chart; `undefined` where it draws it. */
export function tooLarge(chart: string): string | undefined {
  const edges = chart.match(/^ +\w+ (?:-->|-\.->|~~~) \w+$/gm)?.length ?? 0;
  if (edges > mostEdges) return `GitHub draws at most ${mostEdges} edges, and this chart has ${edges}`;
  if (chart.length <= mostCharacters) return undefined;
  return `GitHub draws charts of at most ${mostCharacters} characters, and this one has ${chart.length}`;
}

/** `maxEdges` and `maxTextSize` of Mermaid, which a page may raise and a chart may not. */
const mostEdges = 500;
const mostCharacters = 50_000;

/** The same with only the DAGs that `drawn` names, and what does not change folded. */
export function mermaidChange({ dags }: Picture, drawn: (dag: PictureDag) => boolean): string {
  return mermaid(
    dags.flatMap((dag, index) => (drawn(dag) ? [{ dag, index, ...foldDag(dag, 'unchanged') }] : [])),
    dags,
  );
}

interface MermaidDag {
  readonly dag: PictureDag;
  readonly index: number;
  readonly blocks: readonly (readonly number[])[];
  readonly arrows: readonly { readonly from: number; readonly to: number; readonly change?: string }[];
}

function mermaid(drawn: readonly MermaidDag[], dags: readonly PictureDag[]): string {
  const lines = ['flowchart TD'];
  const shown = new Set(drawn.map(({ index }) => index));
  const added: (readonly [id: string, look: HookLook])[] = [];
  for (const { dag, index, blocks, arrows } of drawn) {
    lines.push(`  subgraph d${index}["${escaped(dag.name)}"]`);
    // Without it, Mermaid turns a subgraph that nothing outside leads into by a quarter.
    lines.push('    direction TB');
    blocks.forEach((members, block) => {
      const node = dag.nodes[members[0]!]!;
      const id = `d${index}n${block}`;
      if (members.length === 1 && node.hook) added.push([id, lookOf(node.hook)]);
      lines.push(`    ${id}${members.length > 1 ? `(["${members.length} steps"])` : shape(node)}`);
    });
    for (const { from, to, change } of arrows) {
      if (change !== 'removed') lines.push(`    d${index}n${from} --> d${index}n${to}`);
    }
    const last = dag.handlers.length > 0 ? lowest(blocks.length, arrows) : undefined;
    dag.handlers.forEach(({ name, event, hook }, at) => {
      const id = `d${index}h${at}`;
      added.push([id, lookOf(hook)]);
      lines.push(`    ${id}${hookShape(`${name} (${handlerWords[event]})`, hook)}`);
      if (last !== undefined) lines.push(`    d${index}n${last} ~~~ ${id}`);
    });
    lines.push('  end');
  }
  for (const { dag, index, blocks } of drawn) {
    blocks.forEach((members, block) => {
      const called = members.length === 1 ? dag.nodes[members[0]!]!.call?.dag : undefined;
      if (called !== undefined && shown.has(called) && dags[called]) lines.push(`  d${index}n${block} -.-> d${called}`);
    });
  }
  const looks = looksIn(drawn.map(({ dag }) => dag));
  if (looks.length > 0) {
    lines.push('  subgraph legend["Legend"]');
    for (const look of looks) lines.push(`    l_${look}${shapes[look](`"${lookWords[look]}"`)}`);
    lines.push('  end');
  }
  for (const look of looks) {
    const ids = added.filter(([, one]) => one === look).map(([id]) => id);
    lines.push(`  classDef ${look} ${styles[look]}`, `  class ${[...ids, `l_${look}`].join(',')} ${look}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The block at the end of the longest way: what is drawn below it is below all. */
function lowest(count: number, arrows: MermaidDag['arrows']): number | undefined {
  const now = arrows.filter(({ change }) => change !== 'removed');
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of now) next[from]!.push(to);
  const depth = new Int32Array(count);
  let last: number | undefined;
  for (const block of drawnOrder(count, now)) {
    for (const one of next[block]!) depth[one] = Math.max(depth[one]!, depth[block]! + 1);
    if (last === undefined || depth[block]! > depth[last]!) last = block;
  }
  return last;
}

/** A shape of its own for each, because colour and dashes are lost on paper and on many eyes. */
const shapes: Readonly<Record<HookLook, (label: string) => string>> = {
  gate: (label) => `{{${label}}}`,
  observation: (label) => `[/${label}/]`,
  awaited: (label) => `([${label}])`,
  aside: (label) => `>${label}]`,
  unknown: (label) => `{{${label}}}`,
};

const green = 'fill:#d3f5d9,stroke:#1a7f37,color:#0b3d1a';

const styles: Readonly<Record<HookLook, string>> = {
  gate: `${green},stroke-width:2px`,
  observation: green,
  awaited: `${green},stroke-dasharray:6 3`,
  aside: `${green},stroke-dasharray:2 3`,
  unknown: green,
};

function shape({ name, call, hook }: PictureNode): string {
  if (hook) return hookShape(name, hook);
  const label = `"${escaped(name)}"`;
  return call ? `[[${label}]]` : `[${label}]`;
}

function hookShape(name: string, hook: PictureHook): string {
  return shapes[lookOf(hook)](`"${escaped(hookTitle(name, hook))}"`);
}

/** Names are foreign: whatever means something to Mermaid, Markdown or HTML is written as a number. */
function escaped(text: string): string {
  return shortened(oneLine(text), longestLabel).replace(
    /[^\p{L}\p{N} _.,:/-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}

const longestLabel = 60;
