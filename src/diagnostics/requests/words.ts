import type { Arguments, Code } from '../catalog.js';

export type Requests = { readonly [C in Code]?: (args: Arguments<C>) => string };

export function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, 20).map((name) => `\`${name}\``);
  return `${shown.join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`;
}

export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
