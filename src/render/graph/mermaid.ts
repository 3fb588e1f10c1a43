import type { Picture, PictureDag, PictureNode } from '../../model/picture.js';
import { shortened } from '../visible.js';
import { foldDag } from './fold.js';
import { handlerWords, oneLine } from './words.js';

/** A Mermaid flowchart; each DAG is a subgraph, and what is added stands out. */
export function mermaidGraph({ dags }: Picture): string {
  return mermaid(
    dags.map((dag, index) => ({ dag, index, blocks: dag.nodes.map((_, at) => [at]), arrows: dag.edges })),
    dags,
  );
}

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
  const added: string[] = [];
  for (const { dag, index, blocks, arrows } of drawn) {
    lines.push(`  subgraph d${index}["${escaped(dag.name)}"]`);
    blocks.forEach((members, block) => {
      const node = dag.nodes[members[0]!]!;
      const id = `d${index}n${block}`;
      if (members.length === 1 && node.hook) added.push(id);
      lines.push(`    ${id}${members.length > 1 ? `(["${members.length} steps"])` : shape(node)}`);
    });
    for (const { from, to, change } of arrows) {
      if (change !== 'removed') lines.push(`    d${index}n${from} --> d${index}n${to}`);
    }
    dag.handlers.forEach(({ name, event }, at) => {
      const id = `d${index}h${at}`;
      added.push(id);
      lines.push(`    ${id}{{"${escaped(`${name} (${handlerWords[event]})`)}"}}`);
    });
    lines.push('  end');
  }
  for (const { dag, index, blocks } of drawn) {
    blocks.forEach((members, block) => {
      const called = members.length === 1 ? dag.nodes[members[0]!]!.call?.dag : undefined;
      if (called !== undefined && shown.has(called) && dags[called]) lines.push(`  d${index}n${block} -.-> d${called}`);
    });
  }
  lines.push('  classDef hook fill:#d3f5d9,stroke:#1a7f37,color:#0b3d1a');
  if (added.length > 0) lines.push(`  class ${added.join(',')} hook`);
  return `${lines.join('\n')}\n`;
}

function shape({ name, call, hook }: PictureNode): string {
  const label = `"${escaped(name)}"`;
  if (hook) return `{{${label}}}`;
  return call ? `[[${label}]]` : `[${label}]`;
}

/** Names are foreign: whatever means something to Mermaid, Markdown or HTML is written as a number. */
function escaped(text: string): string {
  return shortened(oneLine(text), longestLabel).replace(
    /[^\p{L}\p{N} _.,:/-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}

const longestLabel = 60;
