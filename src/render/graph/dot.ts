import type { Picture, PictureDag, PictureNode } from '../../model/picture.js';
import { handlerWords, oneLine } from './words.js';

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
  return `${[...lines, '}'].join('\n')}\n`;
}

function cluster(dag: PictureDag, index: number): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quoted(dag.name)};`,
    ...dag.nodes.map((node, at) => `    d${index}n${at} [label=${quoted(node.name)}${styleOf(node)}];`),
    ...dag.edges
      .filter((edge) => edge.change !== 'removed')
      .map(({ from, to }) => `    d${index}n${from} -> d${index}n${to};`),
    ...dag.handlers.map(
      ({ name, event }, at) => `    d${index}h${at} [label=${quoted(`${name} (${handlerWords[event]})`)}${hookStyle}];`,
    ),
    '  }',
  ];
}

const hookStyle = ', fillcolor="#d3f5d9", color="#1a7f37"';

function styleOf({ hook, call }: PictureNode): string {
  return hook ? hookStyle : call ? ', peripheries=2' : '';
}

/** Graphviz reads entities and backslashes inside of quotes. */
function quoted(text: string): string {
  return `"${oneLine(text).replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
