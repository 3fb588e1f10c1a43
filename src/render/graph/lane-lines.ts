/** A lane that a horizontal line crosses. */
export interface Connection {
  readonly column: number;
  /** It begins here. */
  readonly opens: boolean;
  /** It leads no further down. */
  readonly ends: boolean;
}

/** The line of a node: what comes in from other lanes. Each column takes two characters. */
export function nodeLine(occupied: readonly boolean[], column: number, incoming: readonly Connection[]): string {
  return horizontal(occupied, column, incoming, ' ');
}

/** The line below a node: what leads from it into other lanes. */
export function connectorLine(occupied: readonly boolean[], column: number, outgoing: readonly Connection[]): string {
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

/** A lane that is only crossed keeps its own line; one that is met gets a junction. */
function junction({ opens, ends }: Connection, isFirst: boolean, isLast: boolean): string {
  if (isFirst) return opens ? '╭' : ends ? '╰' : '├';
  if (isLast) return opens ? '╮' : ends ? '╯' : '┤';
  return opens ? '┬' : ends ? '┴' : '┼';
}
