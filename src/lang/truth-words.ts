/** How to write true or false in place of a text that means it; `undefined` where it means neither. */
export function truthHint(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  // Only quotes make a text of these two.
  if (word === 'true' || word === 'false') return `write ${word}, without quotes`;
  if (['yes', 'y', 'on', '1'].includes(word)) return 'write true';
  return ['no', 'n', 'off', '0'].includes(word) ? 'write false' : undefined;
}
