import { codeReasons } from './code-places.js';
import { betweenBackquotes, readText } from './read-text.js';
import { closing, refused, type Scan, type ShellContext } from './scan.js';

export interface ShellPlaces {
  /** How each value is, in their order. */
  readonly contexts: readonly ShellContext[];
  /** Why another program reads it as code, or `undefined`; quotes keep it from the shell only. */
  readonly codes: readonly (string | undefined)[];
}

/**
 * Where values are in shell text.
 * @param source the text without the values
 * @param marks offsets into it where values go, ascending; several may be equal
 */
export function placesOf(source: string, marks: readonly number[]): ShellPlaces {
  if (marks.length === 0) return { contexts: [], codes: [] };
  const program = otherInterpreter(source);
  if (program) return allRefused(marks, `the script is run by ${program}, which does not quote like the shell`);
  const scan = readText(source, marks);
  if (scan.unclosed) return allRefused(marks, `the text holds ${scan.unclosed} that is never closed`);
  return { contexts: withoutBackquoted(scan), codes: codeReasons(scan) };
}

function allRefused(marks: readonly number[], reason: string): ShellPlaces {
  return { contexts: marks.map(() => refused(reason)), codes: [] };
}

function otherInterpreter(source: string): string | undefined {
  const [, line] = /^\s*#!\s*([^\r\n]*)/.exec(source) ?? [];
  if (line === undefined || /(?:^|[\s/])(?:ba|da|a|k|z|busybox )?sh(?:\s|$)/.test(line)) return undefined;
  return line.trim() || 'an unknown program';
}

/** An engine may run what is between backquotes before the shell looks at quotes, so quotes do not protect there. */
function withoutBackquoted(scan: Scan): readonly ShellContext[] {
  const contexts = [...scan.contexts];
  let mark = 0;
  let open = closing(scan.source, 0, '`');
  while (open !== -1) {
    const close = closing(scan.source, open + 1, '`');
    if (close === -1) break;
    while (mark < contexts.length && scan.marks[mark]! <= open) mark++;
    for (; mark < contexts.length && scan.marks[mark]! <= close; mark++) contexts[mark] = refused(betweenBackquotes);
    open = closing(scan.source, close + 1, '`');
  }
  return contexts;
}
