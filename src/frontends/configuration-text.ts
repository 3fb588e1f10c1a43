import type { Report } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile } from '../model/layer.js';
import { jsonComments } from '../text/json-comments.js';
import { reportConfigurationConflict } from '../text/merge-conflict.js';
import { reportForbiddenCharacters, reportProblem } from '../text/problems.js';
import { syntaxErrors } from '../text/syntax-errors.js';
import { parseYaml } from '../text/yaml.js';
import type { YamlMap, YamlProblem } from '../text/yaml-node.js';

/** A configuration as text that was parsed; what it means is up to a front end. */
export interface ConfigurationText {
  readonly file: ConfigurationFile;
  readonly root: YamlMap;
  /** What is wrong with parts of it; who reads a part reports its problems. */
  readonly problems: readonly YamlProblem[];
}

/**
 * Parses YAML, or JSON with comments. `undefined` for an empty file, or where what is wrong was reported.
 * @param empty hears of an empty file
 */
export function parseConfiguration(
  file: ConfigurationFile,
  report: Report,
  empty?: () => void,
): ConfigurationText | undefined {
  if (reportConfigurationConflict(file, report)) return undefined;
  const json = /\.jsonc?$/i.test(file.path);
  const text = json ? blankJsonComments(file.text) : file.text;
  const documents = parseYaml(text);
  const problems = documents.flatMap((document) => document.problems);
  const broken = documents.flatMap((document) => syntaxErrors(document, text));
  for (const problem of broken) reportProblem(file.path, problem, report);
  if (reportForbiddenCharacters(file, report) || broken.length > 0) return undefined;
  const filled = documents.filter((document) => document.root !== undefined);
  const root = filled[0]?.root;
  if (!root) {
    empty?.();
    return undefined;
  }
  if (filled.length > 1) {
    const second = filled[1]!.root!;
    report('DW301', {}, { span: { file: file.path, start: second.start, end: second.end } });
    return undefined;
  }
  if (root.kind !== 'map') {
    report('DW302', {}, { span: { file: file.path, start: root.start, end: root.end } });
    return undefined;
  }
  return { file, root, problems };
}

/** With blanks in place of comments, so that every offset stays. Line breaks stay too. */
function blankJsonComments(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of jsonComments(text)) {
    pieces.push(text.slice(copied, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    copied = end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}
