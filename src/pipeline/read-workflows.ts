import type { Report } from '../diagnostics/diagnostics.js';
import type { Format, OpenWorkflow } from '../formats/format.js';
import { detectFormat, formats } from '../formats/index.js';
import type { DefaultsLibrary, OperatorDefaults } from '../model/libraries.js';
import type { RuleSet, VersionPlaces } from '../model/rule.js';
import type { SourceFile, Span } from '../model/source.js';
import { peelAnswer } from '../text/answer.js';
import { cutOff } from '../text/cut-off.js';
import { reportEntities } from '../text/entities.js';
import { reportLeftOut } from '../text/left-out.js';
import { lineStartBefore } from '../text/lines.js';
import { reportMergeConflict } from '../text/merge-conflict.js';
import { reportOddBlanks } from '../text/odd-blanks.js';
import { untouchedAnswer } from '../text/peeled-answer.js';
import { reportSlashComments } from '../text/slash-comments.js';
import { hasUnusualLine } from '../text/unusual-lines.js';

interface Inputs<Options extends GivenReading> {
  readonly workflow: readonly SourceFile[];
  readonly options?: Options | undefined;
  readonly defaults?: DefaultsLibrary | undefined;
}

/** The files that came in without what a model wrote around them, and how they are to be read. */
export function peelInputs<Options extends GivenReading>(
  { workflow, options = {} as Options, defaults }: Inputs<Options>,
  rules: RuleSet,
  report: Report,
) {
  const reading = readingOf(options, rules, defaults, report);
  const answers = workflow.map((file) => withoutProse(file, reading.formats, report));
  /** Those that can be read further. */
  const whole = answers.filter(({ isWhole }) => isWhole).map(({ file }) => file);
  return { options, reading, inputs: answers.map(({ file }) => file), whole };
}

interface ReadAnswer {
  /** The workflow; the file as it is where that is not certain. */
  readonly file: SourceFile;
  /** False where it is not to be read further, because of what was reported. */
  readonly isWhole: boolean;
}

/** A file may be a model's answer with a workflow in it. */
export function withoutProse(file: SourceFile, known: readonly Format[], report: Report): ReadAnswer {
  if (reportMergeConflict(file, report)) return { file, isWhole: false };
  const isUsual = !hasUnusualLine(file.text);
  const answer = isUsual ? untouchedAnswer(file.text) : peelAnswer(file.text);
  const { text, peeled, blocks, continued, skipped, unclear, unclosed, alternatives, foreign } = answer;
  const span = { file: file.path, start: 0, end: 0 };
  if (unclear) {
    report('DW118', {}, { span: { file: file.path, ...unclear } });
    return { file, isWhole: false };
  }
  if (foreign.length > 0) {
    const shapes = known.map(({ shape }) => shape);
    report('DW115', { file: file.path, beginning: '', languages: foreign, shapes }, { span });
    return { file, isWhole: false };
  }
  if (alternatives > 0) report('DW113', { file: file.path, count: alternatives }, { span });
  else if (peeled) report('DW108', { file: file.path, blocks: blocks.length, continued, skipped });
  const read = peeled ? { ...file, text } : file;
  if (!isUsual) reportLeftOut(read, report);
  reportEntities(read, report);
  // What comes of these signs would only mislead.
  const hasOddSigns = [reportSlashComments(read, report), reportOddBlanks(read, report)].includes(true);
  const isCut = !hasOddSigns && reportCutOff(read, report);
  if (unclosed && !isCut) report('DW111', { file: file.path }, { span: lastLineOf(read) });
  return { file: read, isWhole: !hasOddSigns };
}

/** Its last line with something on it: where an answer stops. */
function lastLineOf({ path, text }: SourceFile): Span {
  const end = text.trimEnd().length;
  const start = lineStartBefore(text, end);
  return { file: path, start: start + /^\s*/.exec(text.slice(start, end))![0].length, end };
}

/** Does a text end in the middle of an entry? */
export function reportCutOff({ path, text }: SourceFile, report: Report): boolean {
  const cut = cutOff(text);
  if (cut) report('DW112', { line: text.slice(cut.start, cut.end).trim() }, { span: { file: path, ...cut } });
  return cut !== undefined;
}

/** What is read a second time, once hooks are taken out or put in. */
export interface ReadBefore {
  readonly dagByDag?: boolean;
  /** The same workflows as they were. */
  readonly before?: readonly OpenWorkflow[];
}

/** The workflows in these files, in an order that depends on nothing but their paths. */
export function readWorkflows(
  files: readonly SourceFile[],
  reading: ReadOptions,
  report: Report,
  { dagByDag = false, before }: ReadBefore = {},
): readonly OpenWorkflow[] {
  const { targetVersion, assumeVersion, versionsAt, defaults, settings } = reading;
  const byFormat = detectFormat(files, reading, report);
  const together = before?.map(({ workflow }) => workflow.files.map(({ path }) => path));
  return [...byFormat].flatMap(([one, ofFormat]) =>
    one.open(ofFormat, { targetVersion, assumeVersion, versionsAt, defaults, settings, dagByDag, together }, report),
  );
}

/** How workflows are to be read. */
export interface ReadOptions {
  /** The workflow languages that there are. */
  readonly formats: readonly Format[];
  /** A format's name; `undefined` where each text decides. */
  readonly format: string | undefined;
  readonly targetVersion: string | undefined;
  readonly assumeVersion?: string | undefined;
  /** Of those that the configuration writes. */
  readonly versionsAt?: VersionPlaces | undefined;
  readonly defaults: OperatorDefaults;
  readonly settings?: RuleSet['engines'] | undefined;
}

/** What a caller says of how workflows are to be read. */
interface GivenReading {
  readonly formats?: readonly Format[] | undefined;
  readonly format?: string | undefined;
  readonly targetVersion?: string | undefined;
  readonly assumeVersion?: string | undefined;
  readonly baseConfig?: string | undefined;
}

/** What the command line says goes before what the configuration says. */
export function readingOf(
  options: GivenReading,
  rules:
    | Pick<RuleSet, 'format' | 'targetVersion' | 'assumeVersion' | 'versionsAt' | 'baseConfig' | 'engines'>
    | undefined,
  library: DefaultsLibrary | undefined,
  report: Report,
): ReadOptions {
  return {
    formats: options.formats ?? formats,
    format: options.format === 'auto' ? undefined : (options.format ?? rules?.format),
    targetVersion: options.targetVersion ?? rules?.targetVersion,
    assumeVersion: options.assumeVersion ?? rules?.assumeVersion,
    versionsAt: {
      targetVersion: options.targetVersion === undefined ? rules?.versionsAt?.targetVersion : undefined,
      assumeVersion: options.assumeVersion === undefined ? rules?.versionsAt?.assumeVersion : undefined,
    },
    defaults: defaultsAt(options.baseConfig ?? rules?.baseConfig, library, report),
    settings: rules?.engines,
  };
}

function defaultsAt(path: string | undefined, library: DefaultsLibrary | undefined, report: Report): OperatorDefaults {
  if (path === undefined || path === 'none') return path;
  const found = library?.read(path) ?? { problem: 'there is nothing to read it with' };
  if ('text' in found) return { path, text: found.text };
  report('DW386', { path, problem: found.problem }, {});
  return undefined;
}
