import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { reportForbiddenCharacters } from './characters.js';
import type { YamlDocument, YamlProblem } from './yaml-node.js';

/**
 * Reports what is wrong with a file's YAML. Of the syntax errors of one document only the first few, because the others
 * mostly follow from them.
 * @returns true where some document cannot be relied on, so that the file is not to be read further
 */
export function reportProblems(documents: readonly YamlDocument[], file: SourceFile, report: Report): boolean {
  const forbidden = reportForbiddenCharacters(file, report);
  for (const { problems } of documents) {
    const broken = problems.filter(isFatal);
    const told = broken.length > 0 ? broken.slice(0, syntaxErrorsPerDocument) : problems;
    for (const problem of told) reportProblem(file.path, problem, report);
  }
  return forbidden || documents.some((document) => document.problems.some(isFatal));
}

const syntaxErrorsPerDocument = 3;

function isFatal(problem: YamlProblem): boolean {
  return problem.kind === 'syntax' || problem.kind === 'too-deep';
}

export function reportProblem(path: string, problem: YamlProblem, report: Report): void {
  const { message, cure } = problem;
  const span = { file: path, start: problem.start, end: problem.end };
  switch (problem.kind) {
    case 'syntax':
      report('DW101', { problem: message, cure }, { span });
      break;
    case 'duplicate-key':
      report('DW102', { key: message }, { span, related: firstPlace(path, problem) });
      break;
    case 'unsupported':
      report('DW103', { problem: message, cure }, { span });
      break;
    case 'no-key':
      report('DW116', { problem: message }, { span });
      break;
    case 'too-deep':
      report('DW104', { problem: message }, { span });
      break;
  }
}

function firstPlace(file: string, { first }: YamlProblem) {
  return first && { message: 'the first one is here', span: { file, ...first } };
}
