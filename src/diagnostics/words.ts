/** The first few of many. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`;
}

export function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `\`${name}\``));
}

/** A part of a workflow that nobody named may hold what a rule asks for. */
export function unreadHelp(unread: readonly string[]): string {
  const belongs = unread.length === 1 ? 'it belongs to the workflow' : 'they belong to the workflow';
  return `Name ${quoted(unread)} in the same command as well: ${belongs}, and more tasks may be there.`;
}

export function moreToRead(unread: readonly string[]): string {
  return unread.length === 0 ? '' : ` ${unreadHelp(unread)}`;
}

export function meant(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

/** What is beside steps is called by a key, or in words. */
export function besideText(name: string): string {
  return name.includes(' ') ? name : `\`${name}\``;
}

/** A step of a DAG, something beside its steps, or the DAG itself. */
export interface PlaceInDag {
  readonly place: string | undefined;
  readonly isStep: boolean;
  readonly dag: string;
}

export function placeText({ place, isStep, dag }: PlaceInDag): string {
  if (place === undefined) return `\`${dag}\``;
  return `${isStep ? `\`${place}\`` : besideText(place)} in \`${dag}\``;
}
