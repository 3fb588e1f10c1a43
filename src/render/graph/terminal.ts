import { isChanged, lookOf, looksIn, type Picture, type PictureDag } from '../../model/picture.js';
import type { Colors, Paint } from '../colors.js';
import { shortened, textWidth, visible, wrapped } from '../visible.js';
import { type FoldedDag, foldDag } from './fold.js';
import { drawLanes, type LaneLine } from './lanes.js';
import { deniedWords, handlerWords, hookWords, lookSigns, lookWords, oneLine } from './words.js';

export interface TerminalOptions {
  readonly colors: Colors;
  readonly columns: number;
  /** Draw only DAGs that change, and of them only what the change is about. */
  readonly onlyChanges: boolean;
}

/** DAGs drawn one after another, downwards. Lines of what is added begin with a plus sign. */
export function terminalGraph({ dags }: Picture, options: TerminalOptions): string {
  const isDrawn = (dag: PictureDag) => !options.onlyChanges || isChanged(dag) || dag.denied.length > 0;
  const drawn = dags.filter(isDrawn);
  const shapeOf = rememberedShapes(options);
  const parts = drawn.map((dag) => drawDag(dag, shapeOf(dag), options));
  const left = dags.filter((dag) => !isDrawn(dag));
  if (left.length > 0) parts.push(`${options.colors.faint(unchangedLine(left, options.columns))}\n`);
  const legend = legendLines(drawn, options.columns);
  if (legend !== '') parts.push(`${options.colors.faint(legend)}\n`);
  return parts.join('\n');
}

function legendLines(dags: readonly PictureDag[], columns: number): string {
  const parts = looksIn(dags).map((look) => `${lookSigns[look]} ${lookWords[look]}`);
  return wrapped(parts, '   ', columns);
}

/** A DAG without its words. */
interface DrawnShape {
  readonly folded: FoldedDag;
  readonly lines: readonly LaneLine[];
}

/** Of many tasks most are of one shape with others, which is drawn once. */
function rememberedShapes({ columns, onlyChanges }: TerminalOptions): (dag: PictureDag) => DrawnShape {
  const known = new Map<string, DrawnShape>();
  return (dag) => {
    const key = shapeKey(dag);
    const shape = known.get(key) ?? drawShape(dag, columns, onlyChanges);
    known.set(key, shape);
    return shape;
  };
}

function drawShape(dag: PictureDag, columns: number, onlyChanges: boolean): DrawnShape {
  const folded = foldDag(dag, onlyChanges ? 'unchanged' : 'alike');
  return { folded, lines: linesOf(folded, columns) };
}

/** All that `foldDag` looks at. */
function shapeKey(dag: PictureDag): string {
  const nodes = dag.nodes.map(({ hook }) => (hook === undefined ? '-' : hook.injection ? '+' : 'o')).join('');
  const edges = dag.edges.map(({ from, to, change }) => `${from}>${to}${change === 'kept' ? '' : change}`).join();
  return `${isChanged(dag) ? '+' : ''} ${nodes} ${edges}`;
}

function drawDag(
  dag: PictureDag,
  { folded, lines: inShape }: DrawnShape,
  { colors, columns }: TerminalOptions,
): string {
  const lines = inShape.map((line) => drawLine(line, dag, folded, colors, columns));
  const handlers = dag.handlers.map(({ name, event, hook }) => {
    const when = event === 'always' ? 'at the end, always' : handlerWords[event];
    const text = `${lookSigns[lookOf(hook)]} ${when}: ${oneLine(name)}  ${hookWords(hook)}`;
    return colors.added(`+ ${shortened(text, columns - 2)}`);
  });
  const denied = dag.denied.map(({ place, denial, ...one }) => {
    const text = `${place === undefined ? '' : `${oneLine(place)}: `}${oneLine(denial.message)}; ${oneLine(deniedWords(one))}`;
    return colors[denial.severity](`✗ ${shortened(text, columns - 2)}`);
  });
  return `${[heading(dag, colors, columns), ...lines, ...handlers, ...denied].join('\n')}\n`;
}

/** Lanes, or where they would be a thicket, a list in which every step tells what it waits for. */
function linesOf({ blocks, arrows }: FoldedDag, columns: number): readonly LaneLine[] {
  const drawn = drawLanes(blocks.length, arrows, Math.max(3, Math.floor(columns / 8)));
  const unseen = drawn.reduce((sum, { node }) => sum + (node?.unseen.length ?? 0), 0);
  if (unseen * 10 <= arrows.length) return drawn;
  const needs: number[][] = blocks.map(() => []);
  for (const { from, to } of arrows) needs[to]!.push(from);
  return needs.map((own, index) => ({ lanes: '', node: { index, column: 0, unseen: own } }));
}

function heading(dag: PictureDag, colors: Colors, columns: number): string {
  const added = dag.nodes.filter((node) => node.hook?.injection).length + dag.handlers.length;
  const reading = dag.reading === undefined ? '' : `, as ${dag.reading} reads it`;
  const title = shortened(`${oneLine(dag.name)} (${oneLine(dag.file)}${reading})`, columns - 12);
  return `${colors.strong(title)}${added > 0 ? colors.added(`  +${added}`) : ''}`;
}

function drawLine(
  { lanes, node }: LaneLine,
  dag: PictureDag,
  folded: FoldedDag,
  colors: Colors,
  columns: number,
): string {
  if (!node) return lanes === '' ? '' : `  ${colors.faint(lanes)}`;
  const members = folded.blocks[node.index]!;
  const hook = members.length === 1 ? dag.nodes[members[0]!]!.hook : undefined;
  const isAdded = hook?.injection !== undefined;
  const at = node.column * 2;
  const room = columns - Math.max(lanes.length, at + 1) - 3;
  const text = shortened(`${labelOf(members, dag, room)}${unseenText(node.unseen, dag, folded)}`, room);
  const isFolded = members.length > 1;
  const paint: Paint = isAdded ? colors.added : isFolded ? colors.faint : (plain) => plain;
  const sign = hook ? lookSigns[lookOf(hook)] : isFolded ? '⋮' : '○';
  const left = lanes.slice(0, at).padEnd(at);
  const line = [painted(left, colors.faint), paint(sign), painted(lanes.slice(at + 1), colors.faint)].join('');
  return `${isAdded ? colors.added('+') : ' '} ${line} ${paint(text)}`;
}

function painted(text: string, paint: Paint): string {
  return text.trim() === '' ? text : paint(text);
}

function labelOf(members: readonly number[], dag: PictureDag, room: number): string {
  if (members.length > 1) return foldedLabel(members, dag, room);
  const node = dag.nodes[members[0]!]!;
  if (node.hook) return `${oneLine(node.name)}  ${hookWords(node.hook)}`;
  return node.call ? `${oneLine(node.name)} → ${oneLine(node.call.name)}` : oneLine(node.name);
}

/** As many names as there is room for, the last one among them. */
function foldedLabel(members: readonly number[], dag: PictureDag, room: number): string {
  const names = members.map((at) => oneLine(dag.nodes[at]!.name));
  const start = `${members.length} steps: `;
  const whole = `${start}${names.join(', ')}`;
  if (textWidth(whole) <= room) return whole;
  const end = `, … ${names.at(-1)}`;
  let text = `${start}${names[0]}`;
  for (const name of names.slice(1, -1)) {
    if (textWidth(`${text}, ${name}${end}`) > room) break;
    text += `, ${name}`;
  }
  return text + end;
}

function unseenText(unseen: readonly number[], dag: PictureDag, { blocks }: FoldedDag): string {
  if (unseen.length === 0) return '';
  const names = unseen.map((block) => oneLine(dag.nodes[blocks[block]![0]!]!.name));
  return `  ← ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}

function unchangedLine(dags: readonly PictureDag[], columns: number): string {
  const count = dags.length === 1 ? '1 DAG stays' : `${dags.length} DAGs stay`;
  return shortened(
    `${count} as ${dags.length === 1 ? 'it is' : 'they are'}: ${visible(dags.map((dag) => oneLine(dag.name)).join(', '))}`,
    columns,
  );
}
