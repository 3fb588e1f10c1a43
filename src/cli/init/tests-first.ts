import { type FoundWorkflow, filesOf } from './with-parts.js';

/**
 * Workflows that test most, then those that build or deploy: a project has many that only label and close issues, and these show little. What
 * is far down in folders may be an example, or data of a test.
 */
export function testsFirst(workflows: readonly FoundWorkflow[]): readonly FoundWorkflow[] {
  const counts = new Map(
    workflows.map((one) => [one, [isFarDown(one) ? 0 : 1, ...subjects.map((subject) => linesAbout(subject, one))]]),
  );
  return workflows.toSorted((one, other) => {
    const [ofOne, ofOther] = [counts.get(one)!, counts.get(other)!];
    const different = ofOne.findIndex((count, at) => count !== ofOther[at]);
    return different < 0 ? 0 : ofOther[different]! - ofOne[different]!;
  });
}

function isFarDown(workflow: FoundWorkflow): boolean {
  return filesOf(workflow)[0]!.path.split('/').length > 3;
}

function linesAbout(subject: RegExp, workflow: FoundWorkflow): number {
  const lines = filesOf(workflow).flatMap(({ text }) => text.split('\n'));
  return lines.filter((line) => isName.test(line) && subject.test(line)).length;
}

/** The line of a job or a task: its name, and nothing else. */
const isName = /^ {0,6}(?:- name: )?[^\s#-][^:]{0,80}:? *\r?$/;
const subjects = [/(?:^|[^a-z])(?:unit)?tests?(?:[^a-z]|$)/i, /(?:^|[^a-z])(?:build|deploy|lint|check)(?:[^a-z]|$)/i];
