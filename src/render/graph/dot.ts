import {
  type HookLook,
  lookOf,
  looksIn,
  type Picture,
  type PictureDag,
  type PictureNode,
} from '../../model/picture.js';
import { handlerWords, hookTitle, lookWords, oneLine } from './words.js';

/** A graph in the language of Graphviz; each DAG is a cluster, and what is added stands out. */
export function dotGraph({ dags }: Picture): string {
  const lines = [
    'digraph dagweave {',
    '  graph [compound=true, fontname="sans-serif"];',
    '  node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="sans-serif"];',
    '  edge [color="#57606a"];',
  ];
  dags.forEach((dag, index) => {
    lines.push(...cluster(dag, index));
  });
  dags.forEach((dag, index) => {
    dag.nodes.forEach(({ call }, at) => {
      const called = call?.dag;
      if (called === undefined || !dags[called]?.nodes.length) return;
      lines.push(`  d${index}n${at} -> d${called}n0 [style=dotted, lhead=cluster_${called}];`);
    });
  });
  return `${[...lines, ...legend(dags), '}'].join('\n')}\n`;
}

function legend(dags: readonly PictureDag[]): readonly string[] {
  const looks = looksIn(dags);
  if (looks.length === 0) return [];
  return [
    '  subgraph cluster_legend {',
    '    label="Legend";',
    ...looks.map((look) => `    l_${look} [label=${quoted(lookWords[look])}${hookStyles[look]}];`),
    '  }',
  ];
}

function cluster(dag: PictureDag, index: number): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quoted(dag.name)};`,
    ...dag.nodes.map(
      (node, at) => `    d${index}n${at} [label=${quoted(hookTitle(node.name, node.hook))}${styleOf(node)}];`,
    ),
    ...dag.edges
      .filter((edge) => edge.change !== 'removed')
      .map(({ from, to }) => `    d${index}n${from} -> d${index}n${to};`),
    ...dag.handlers.map(
      ({ name, event, hook }, at) =>
        `    d${index}h${at} [label=${quoted(`${name} (${handlerWords[event]})`)}${hookStyles[lookOf(hook)]}];`,
    ),
    '  }',
  ];
}

const green = ', fillcolor="#d3f5d9", color="#1a7f37"';

const hookStyles: Readonly<Record<HookLook, string>> = {
  gate: `${green}, penwidth=2`,
  observation: `${green}, shape=parallelogram`,
  awaited: `${green}, style="rounded,filled,dashed"`,
  aside: `${green}, style="rounded,filled,dotted"`,
  unknown: green,
};

function styleOf({ hook, call }: PictureNode): string {
  return hook ? hookStyles[lookOf(hook)] : call ? ', peripheries=2' : '';
}

/** Graphviz reads entities and backslashes inside of quotes. */
function quoted(text: string): string {
  return `"${oneLine(text).replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
