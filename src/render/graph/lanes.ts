import { type Arrow, drawnOrder } from './drawn-order.js';

/** One line of a drawing. */
export interface LaneLine {
  /** Lines and corners; the sign of the node itself is a blank. */
  readonly lanes: string;
  /** Where the sign of the node goes; `undefined` on a line that only connects. */
  readonly node: { readonly index: number; readonly column: number; readonly unseen: readonly number[] } | undefined;
}

/**
 * Draws a graph downwards, one node a line. A line beside a node comes from above and leads into it; a corner below a node
 * leads from it to where others wait. Where no lane is free, the node tells what it waits for: `unseen`.
 * @param most lanes side by side
 */
export function drawLanes(count: number, arrows: readonly Arrow[], most: number): readonly LaneLine[] {
  const bundles = bundleArrows(count, arrows);
  const lanes = createLanes(most);
  const lines: LaneLine[] = [];
  for (const node of drawnOrder(count, arrows)) {
    const { fans, needs, targets, fanSize } = bundles[node]!;
    const into = lanes.columnOf(`into ${node}`);
    const incoming = fans.flatMap((from): readonly Incoming[] => {
      const column = lanes.columnOf(`from ${from}`);
      return column === undefined ? [] : [{ column, ends: lanes.use(`from ${from}`) }];
    });
    const column = into ?? incoming.find((one) => one.ends)?.column ?? lanes.free(incoming[0]?.column ?? 0) ?? most;
    const seenFans = new Set(fans.filter((from) => lanes.had(`from ${from}`)));
    const unseen = needs.filter((from) => !seenFans.has(from) && !lanes.isJoined(from, node));
    const others = incoming.filter((one) => one.column !== column);
    const isFed = into !== undefined || others.length < incoming.length;
    if (touches(lines.at(-1), column) && isFed === others.length > 0) lines.push(spacer(lanes.occupied()));
    lines.push({
      lanes: nodeLine(
        lanes.occupied(),
        column,
        others.map((one): Connection => ({ column: one.column, opens: false, ends: one.ends })),
      ),
      node: { index: node, column, unseen },
    });
    lanes.closeInto(node);
    for (const one of incoming) if (one.ends) lanes.close(one.column);

    if (fanSize > 0 && column < most) lanes.open(`from ${node}`, column, fanSize);
    const connections: Connection[] = [];
    for (const to of targets) {
      const open = lanes.columnOf(`into ${to}`);
      const place = open ?? (lanes.isFree(column) && column < most ? column : lanes.free(column));
      if (place === undefined) continue;
      if (open === undefined) lanes.open(`into ${to}`, place, 1);
      lanes.join(node, to);
      if (place !== column) connections.push({ column: place, opens: open === undefined, ends: false });
    }
    if (connections.length > 0) {
      lines.push({ lanes: connectorLine(lanes.occupied(), column, connections), node: undefined });
    }
  }
  return lines;
}

/** Does the line above reach down to this column? */
function touches(line: LaneLine | undefined, column: number): boolean {
  return line !== undefined && (line.node ? line.node.column === column : (line.lanes[column * 2] ?? ' ') !== ' ');
}

/**
 * Nodes right below each other are joined; one with a line on its left is joined to that line only. This line comes between
 * where it is otherwise.
 */
function spacer(occupied: readonly boolean[]): LaneLine {
  return {
    lanes: occupied
      .map((one) => (one ? '│ ' : '  '))
      .join('')
      .trimEnd(),
    node: undefined,
  };
}

interface Incoming {
  readonly column: number;
  readonly ends: boolean;
}

interface Bundles {
  /** Whose fans lead here. */
  readonly fans: number[];
  readonly needs: number[];
  /** Whose lanes are to be joined. */
  readonly targets: number[];
  fanSize: number;
}

/** One lane serves many arrows: all that fan out from a node, or all that come together at one. */
function bundleArrows(count: number, arrows: readonly Arrow[]): readonly Bundles[] {
  const out = new Int32Array(count);
  const into = new Int32Array(count);
  for (const { from, to } of arrows) {
    out[from]! += 1;
    into[to]! += 1;
  }
  const bundles = Array.from({ length: count }, (): Bundles => ({ fans: [], needs: [], targets: [], fanSize: 0 }));
  for (const { from, to } of arrows) {
    bundles[to]!.needs.push(from);
    if (out[from]! > into[to]!) {
      bundles[to]!.fans.push(from);
      bundles[from]!.fanSize += 1;
    } else bundles[from]!.targets.push(to);
  }
  return bundles;
}

function createLanes(most: number) {
  const columns: (string | undefined)[] = [];
  const byKey = new Map<string, { column: number; left: number }>();
  const opened = new Set<string>();
  const joined = new Set<string>();
  return {
    columnOf: (key: string) => byKey.get(key)?.column,
    had: (key: string) => opened.has(key),
    isFree: (column: number) => columns[column] === undefined,
    isJoined: (from: number, to: number) => joined.has(`${from} ${to}`),
    join: (from: number, to: number) => void joined.add(`${from} ${to}`),
    occupied: (): readonly boolean[] => columns.map((key) => key !== undefined),
    /** The nearest free column to the right, or else any. */
    free(near: number): number | undefined {
      for (let column = near; column < most; column++) if (columns[column] === undefined) return column;
      for (let column = 0; column < Math.min(near, most); column++) if (columns[column] === undefined) return column;
      return undefined;
    },
    open(key: string, column: number, uses: number): void {
      columns[column] = key;
      byKey.set(key, { column, left: uses });
      opened.add(key);
    },
    /** True where nothing more will come out of it. */
    use(key: string): boolean {
      const lane = byKey.get(key)!;
      lane.left -= 1;
      return lane.left === 0;
    },
    close(column: number): void {
      const key = columns[column];
      if (key !== undefined) byKey.delete(key);
      columns[column] = undefined;
    },
    closeInto(node: number): void {
      const lane = byKey.get(`into ${node}`);
      if (!lane) return;
      columns[lane.column] = undefined;
      byKey.delete(`into ${node}`);
    },
  };
}

/** A lane that a horizontal line crosses. */
interface Connection {
  readonly column: number;
  /** It begins here. */
  readonly opens: boolean;
  /** It leads no further down. */
  readonly ends: boolean;
}

/** The line of a node: what comes in from other lanes. Each column takes two characters. */
function nodeLine(occupied: readonly boolean[], column: number, incoming: readonly Connection[]): string {
  return horizontal(occupied, column, incoming, ' ');
}

/** The line below a node: what leads from it into other lanes. */
function connectorLine(occupied: readonly boolean[], column: number, outgoing: readonly Connection[]): string {
  const left = outgoing.some((one) => one.column < column);
  const right = outgoing.some((one) => one.column > column);
  const goesOn = occupied[column] === true;
  const sign = left && right ? (goesOn ? '┼' : '┴') : left ? (goesOn ? '┤' : '╯') : goesOn ? '├' : '╰';
  return horizontal(occupied, column, outgoing, sign);
}

function horizontal(
  occupied: readonly boolean[],
  column: number,
  connections: readonly Connection[],
  sign: string,
): string {
  const met = new Map(connections.map((one) => [one.column, one]));
  const first = Math.min(column, ...met.keys());
  const last = Math.max(column, ...met.keys());
  const width = Math.max(occupied.length, last + 1);
  let line = '';
  for (let at = 0; at < width; at++) {
    const connection = met.get(at);
    const inside = at > first && at < last;
    if (at === column) line += sign;
    else if (connection) line += junction(connection, at === first, at === last);
    else if (occupied[at]) line += '│';
    else line += inside ? '─' : ' ';
    line += at >= first && at < last ? '─' : ' ';
  }
  return line.trimEnd();
}

/** A lane that is only crossed keeps its own line; one that another line joins gets a junction. */
function junction({ opens, ends }: Connection, isFirst: boolean, isLast: boolean): string {
  if (isFirst) return opens ? '╭' : ends ? '╰' : '├';
  if (isLast) return opens ? '╮' : ends ? '╯' : '┤';
  return opens ? '┬' : ends ? '┴' : '┼';
}
