import { byId, html } from './elements.js';
import { type DrawnStep, data } from './panels.js';

interface PatchLine {
  readonly text: string;
  readonly element: HTMLElement;
  /** The file that it is about, as the patch names it. */
  readonly file: string;
  /** Its numbers in the text as it is and as it will be; 0 where it is not in it. */
  readonly before: number;
  readonly after: number;
}

const lines = patchLines();
let found: readonly PatchLine[] = [];

/** Shows a step in the patch, or the nearest change where its own lines are the same before and after. */
export function showInPatch({ step }: DrawnStep): void {
  for (const { element } of found) element.classList.remove('found', 'near');
  const inFile = lines.filter(({ file }) => file.endsWith(step.file.replace(/^(\.?\/)+/, '')));
  const { lineBefore, linesAfter, hook } = step;
  const { first, last } = linesAfter ?? { first: 0, last: 0 };
  const own = inFile.filter(({ before, after, text }) => {
    if (linesAfter) return after >= first && after <= last;
    // A command in a handler of the engine has no lines of its own but its mark.
    return hook?.isNew ? text.includes(`dagweave: ${hook.rule} `) : before > 0 && before === lineBefore;
  });
  const near = linesAfter ? nearest(inFile, 'after', first) : lineBefore && nearest(inFile, 'before', lineBefore);
  found = own.length > 0 ? own : near ? [near] : [];
  for (const { element } of found) element.classList.add(own.length > 0 ? 'found' : 'near');
  // Not the page itself: on a small screen the picture would leave it.
  const panel = byId('patch');
  if (found[0]) panel.scrollTop = found[0].element.offsetTop - panel.clientHeight / 3;
}

function nearest(among: readonly PatchLine[], side: 'before' | 'after', line: number): PatchLine | undefined {
  let best: PatchLine | undefined;
  const far = (one: PatchLine) => Math.abs(one[side] - line);
  for (const one of among) if (one[side] > 0 && (!best || far(one) < far(best))) best = one;
  return best;
}

function patchLines(): readonly PatchLine[] {
  let [file, before, after] = ['', 0, 0];
  return data.patch.map((text): PatchLine => {
    const kind = kindOf(text);
    if (text.startsWith('+++ ')) file = text.slice(6).trim();
    const [, first, second] = /^@@ -(\d+)(?:,\S*)? \+(\d+)/.exec(text) ?? [];
    if (first !== undefined) [before, after] = [Number(first), Number(second)];
    const inOld = kind === '' || kind === 'minus';
    const inNew = kind === '' || kind === 'plus';
    const element = html('div', text === '' ? ' ' : text, byId('patch'), kind);
    return { text, element, file, before: inOld ? before++ : 0, after: inNew ? after++ : 0 };
  });
}

function kindOf(line: string): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return 'file';
  if (line.startsWith('@@')) return 'place';
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : '';
}
