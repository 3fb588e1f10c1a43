/** What a plain scalar of two lines or more says: one line break is a space, of more all but the first stay. */
export function foldedPlain(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/ *\r?\n(?: *\r?\n)* */g, (between) => {
    const breaks = between.split('\n').length - 1;
    return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
  });
}
