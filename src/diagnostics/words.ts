/** The first few of many. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`;
}

export function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `\`${name}\``));
}

export function meant(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}
