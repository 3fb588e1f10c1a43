import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import type { SourceFile } from '../model/source.js';
import { dagu } from './dagu/index.js';
import type { Format } from './format.js';

/** Every workflow language there is. */
export const formats: readonly Format[] = [dagu];

/** Which files are written in which language: the named one, or what each text looks like. */
export function detectFormat(
  files: readonly SourceFile[],
  { formats, format: named }: { readonly formats: readonly Format[]; readonly format: string | undefined },
  report: Report,
): ReadonlyMap<Format, readonly SourceFile[]> {
  const known = formats.map((format) => format.name);
  const chosen = formats.find((format) => format.name === named);
  if (named !== undefined && !chosen) {
    report('DW110', { name: named, known, nearest: nearestName(named, known) });
    return new Map();
  }
  const byFormat = new Map<Format, SourceFile[]>();
  for (const file of files) {
    const format = chosen ?? formats.find((one) => one.detects(file.text));
    const ofFormat = format && byFormat.get(format);
    if (ofFormat) ofFormat.push(file);
    else if (format) byFormat.set(format, [file]);
    else if (isBlank(file.text)) report('DW107', { file: file.path });
    else report('DW109', { file: file.path, known }, { span: { file: file.path, start: 0, end: 0 } });
  }
  return byFormat;
}

/** Nothing but comments, document markers and blank lines. */
function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|---\s*$|\.\.\.\s*$|$)/.test(line));
}
