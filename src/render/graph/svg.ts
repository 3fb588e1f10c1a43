import { type HookLook, lookOf, looksIn } from '../../model/picture.js';
import { textWidth } from '../visible.js';
import type { DagScene } from './scene.js';
import { hookTitle, lookSigns, lookWords, oneLine } from './words.js';

/** One picture that is alone, for light and dark surroundings: DAGs side by side, in rows. */
export function svgGraph(scenes: readonly DagScene[]): string {
  const placed = inRows(scenes);
  const looks = looksIn(scenes.map(({ dag }) => dag));
  const width =
    Math.max(
      looks.length > 0 ? legendWidth(looks) + margin : 200,
      ...placed.map(({ x, scene }) => x + panelWidth(scene)),
    ) + margin;
  const bottom = Math.max(60, ...placed.map(({ y, scene }) => y + panelHeight(scene))) + margin;
  const height = looks.length > 0 ? bottom + legendHeight + margin : bottom;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<style>${style}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>',
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...placed.flatMap(({ x, y, scene }) => panel(scene, x, y)),
    ...legend(looks, bottom),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

const margin = 16;
const padding = 16;
const titleHeight = 26;
const widestRow = 1800;

function panelWidth({ dag, width }: DagScene): number {
  return Math.max(width, titleOf(dag).length * 7.8) + 2 * padding;
}

function panelHeight({ height }: DagScene): number {
  return height + titleHeight + 2 * padding;
}

function inRows(scenes: readonly DagScene[]) {
  let x = margin;
  let y = margin;
  let tallest = 0;
  return scenes.map((scene) => {
    if (x > margin && x + panelWidth(scene) > widestRow) {
      x = margin;
      y += tallest + margin;
      tallest = 0;
    }
    const place = { x, y, scene };
    x += panelWidth(scene) + margin;
    tallest = Math.max(tallest, panelHeight(scene));
    return place;
  });
}

function panel(scene: DagScene, x: number, y: number): readonly string[] {
  const { dag, boxes, paths } = scene;
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect class="panel" width="${panelWidth(scene)}" height="${panelHeight(scene)}" rx="8"/>`,
    `<text class="title" x="${padding}" y="22">${escaped(titleOf(dag))}</text>`,
    `<g transform="translate(${padding} ${titleHeight + padding})">`,
    ...dag.edges.map(({ change }, at) => `<path class="edge ${change}" d="${paths[at]}" marker-end="url(#tip)"/>`),
    ...boxes.map((box, at) => {
      const { name, hook } = at < dag.nodes.length ? dag.nodes[at]! : dag.handlers[at - dag.nodes.length]!;
      const rect = `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="5"/>`;
      const text = `<text x="${box.x + box.width / 2}" y="${box.y + 18}">${escaped(box.label)}</text>`;
      const title = `<title>${escaped(oneLine(hookTitle(name, hook)))}</title>`;
      return `<g class="step${hook ? ` hook ${lookOf(hook)}` : ''}">${title}${rect}${text}</g>`;
    }),
    '</g></g>',
  ];
}

const legendHeight = 22;
const swatch = 28;
const characterPixels = 7.25;

function legendWidth(looks: readonly HookLook[]): number {
  return margin + looks.reduce((sum, look) => sum + entryWidth(look), 0);
}

function entryWidth(look: HookLook): number {
  return swatch + 8 + textWidth(lookWords[look]) * characterPixels + margin;
}

function legend(looks: readonly HookLook[], top: number): readonly string[] {
  let x = margin;
  return looks.map((look) => {
    const rect = `<rect x="${x}" y="${top}" width="${swatch}" height="16" rx="4"/>`;
    const text = `<text class="legend" x="${x + 9}" y="${top + 12}">${lookSigns[look]}</text><text class="legend" x="${x + swatch + 8}" y="${top + 12}">${lookWords[look]}</text>`;
    x += entryWidth(look);
    return `<g class="step hook ${look}">${rect}${text}</g>`;
  });
}

function titleOf({ name, file }: DagScene['dag']): string {
  return `${oneLine(name)} (${oneLine(file)})`;
}

function escaped(text: string): string {
  return text
    .replace(/[\uFFFE\uFFFF]/g, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const style = `
text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; text-anchor: middle }
.title { text-anchor: start; font-weight: bold; font-size: 13px }
.paper { fill: #ffffff } .panel { fill: #f6f8fa; stroke: #d0d7de }
.step rect { fill: #ffffff; stroke: #8c959f } .hook rect { fill: #dafbe1; stroke: #1a7f37; stroke-width: 2 }
.legend { text-anchor: start } .awaited rect { stroke-dasharray: 7 4 } .aside rect { stroke-dasharray: 2 4 }
.edge { fill: none; stroke: #8c959f } .tip { fill: #8c959f } .removed { display: none } .added { stroke: #1a7f37 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .paper { fill: #0d1117 } .panel { fill: #161b22; stroke: #30363d }
.step rect { fill: #21262d; stroke: #6e7681 } .hook rect { fill: #12361f; stroke: #3fb950 }
.edge { stroke: #6e7681 } .tip { fill: #6e7681 } .added { stroke: #3fb950 }
}`;
