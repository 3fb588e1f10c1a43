import type { SourceFile } from '../../src/model/source.js';
import type { Random } from '../random.js';

/** Which documents of a text are in which file. */
export interface Layout {
  /** One file where the text does not have as many documents as it should. */
  filesOf(text: string): readonly SourceFile[];
  /** What these files were made from. */
  textOf(files: readonly { readonly text: string }[]): string;
}

export const oneFile: Layout = {
  filesOf: (text) => [{ path: 'flow.yaml', text }],
  textOf: (files) => files[0]!.text,
};

/** Most tasks are in files of their own, as in a folder of Dagu. */
export function severalFiles(names: readonly string[], random: Random): Layout {
  const files = new Map<string, number[]>([[random.pick(['root.yaml', 'Aroot.yaml', 'zz.yaml']), [0]]]);
  const other = random.pick(['other.yaml', 'sub/other.yaml']);
  for (const [at, name] of names.entries()) {
    const path = random.chance(0.15) ? [...files.keys()][0]! : random.chance(0.15) ? other : `${name}.yaml`;
    files.set(path, [...(files.get(path) ?? []), at + 1]);
  }
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const isBare = random.chance(0.7);
  const documentsOf = (text: string) => text.split(/^(?=---\r?$)/m);
  return {
    filesOf(text) {
      const documents = documentsOf(text);
      if (documents.length !== names.length + 1) return oneFile.filesOf(text);
      return sorted.map(([path, numbers]) => {
        const whole = numbers.map((number) => documents[number]!).join('');
        return { path, text: isBare ? whole.replace(/^---\r?\n/, '') : whole };
      });
    },
    textOf(texts) {
      if (texts.length === 1) return texts[0]!.text;
      const documents: string[] = [];
      for (const [at, [, numbers]] of sorted.entries()) {
        const { text } = texts[at]!;
        const own = documentsOf(text);
        for (const [index, number] of numbers.entries()) {
          const isMarked = number === 0 || own[index]!.startsWith('---');
          documents[number] = isMarked ? own[index]! : `---${text.includes('\r') ? '\r\n' : '\n'}${own[index]!}`;
        }
      }
      return documents.join('');
    },
  };
}
