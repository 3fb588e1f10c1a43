import type { ImageArguments } from '../../lang/shell/commands-of.js';
import { shownText } from '../../lang/shell/shown-text.js';

/** What the program of an image is given: `delete ns x` of `docker run "$IMAGE" delete ns x`. */
export interface ImageCall extends Pick<ImageArguments, 'image' | 'within'> {
  /** The arguments in front of the first word that is no option, that word, and what is behind it. */
  readonly before: string;
  readonly verb: string;
  readonly behind: string;
}

export function imageCallOf({ words, ...of }: ImageArguments): readonly ImageCall[] {
  const at = words.findIndex(({ text }) => !text.startsWith('-'));
  const verb = words[at];
  // One that is not known is a program that is not known already.
  if (!verb || verb.known < Number.POSITIVE_INFINITY) return [];
  const joined = (some: typeof words) => some.map(({ text }) => ` ${shownText(text)}`).join('');
  return [{ before: joined(words.slice(0, at)), verb: verb.text, behind: joined(words.slice(at + 1)), ...of }];
}

/**
 * May the program of the image be one that a pattern names? Of an image that is known only where that is a part of what it is called, as
 * in `aws-cli`. The pattern must ask for the verb as well: with `kubectl*`, each container would be in doubt.
 */
export function mayBeProgramOf(
  { image, before, verb, behind }: ImageCall,
  pattern: string,
  matches: (line: string) => boolean,
): boolean {
  const names = pattern.replace(/\\./g, ' ').match(/[A-Za-z_][\w-]*/g) ?? [];
  const parts = image?.split(/[^A-Za-z0-9]/);
  return names.some(
    (name) =>
      (parts?.includes(name) ?? true) &&
      matches(`${name}${before} ${verb}${behind}`) &&
      !matches(`${name}${before} ${otherVerb}${behind}`),
  );
}

const otherVerb = '\0';
