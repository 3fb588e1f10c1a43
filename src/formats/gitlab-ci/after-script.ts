import { asSequence, pairOf, resolved } from '../../text/yaml-access.js';
import { usualFor } from './commands.js';
import { extendsOf, type JobText, type PipelineDocument } from './document.js';
import { closedBecause, overridden, type Script, scriptOf, type Takers, takenBy } from './scripts.js';

/** The key of what GitLab runs behind the commands of a job, whatever became of them. Its failure changes nothing. */
export const afterScript = 'after_script';

/** What a job runs at its end. */
export interface AfterScript {
  readonly script: Script | { readonly kind: 'missing' };
  /** Why nothing can be put into it, in words that end the sentence "…, because"; `undefined` where hooks can go in. */
  readonly closed: string | undefined;
}

/** Where `after_script` of a job is written. What GitLab would merge from a file that was not read must not get lost. */
export function readAfterScript(job: JobText, document: PipelineDocument, takers: Takers, text: string): AfterScript {
  const taken = takenBy(job, takers, 'the `after_script`');
  const script = scriptUnder(job, afterScript, document, text);
  if (!script) return { script: { kind: 'missing' }, closed: taken ?? unseenIn(job, document) ?? inBraces(job) };
  const own = script.kind === 'taken over' ? unseenParent(job, document) : undefined;
  const closed =
    taken ??
    overridden(job, afterScript) ??
    own ??
    closedBecause(job, script) ??
    emptyList(script) ??
    ofFirstLevel(script);
  return { script, closed };
}

/** Where the commands of a job are that it has under a key, or that all jobs have. */
export function scriptUnder(job: JobText, key: string, document: PipelineDocument, text: string): Script | undefined {
  return scriptOf(job, key, document, text) ?? (key === afterScript ? usualScript(job, document) : undefined);
}

/** What all jobs have is referred to by the key that it is below. */
function usualScript(job: JobText, document: PipelineDocument): Script | undefined {
  const pair = usualFor(job, document, afterScript);
  if (!pair) return undefined;
  const isDefault = pairOf(document.root, afterScript) !== pair;
  return { kind: 'taken over', from: isDefault ? 'default' : '', value: pair.value };
}

function ofFirstLevel(script: Script): string | undefined {
  if (script.kind !== 'taken over' || script.from !== '') return undefined;
  return 'it takes over the `after_script` of the first level of the file, which cannot be referred to; move that below `default`';
}

function unseenIn(job: JobText, { hasOthers, pieces }: PipelineDocument): string | undefined {
  if (hasOthers) return 'it may take over an `after_script` from a file that was not read';
  return unseenParent(job, { pieces });
}

function unseenParent({ map }: JobText, { pieces }: Pick<PipelineDocument, 'pieces'>): string | undefined {
  const unseen = extendsOf(map.pairs).find((name) => !pieces.has(name));
  return unseen && `it may take over an \`after_script\` from \`${unseen}\`, which is in a file that was not read`;
}

function inBraces({ map }: JobText): string | undefined {
  return map.flow ? 'its fields are in braces, where no list of commands can be added' : undefined;
}

function emptyList(script: Script): string | undefined {
  const node = script.kind === 'value' ? resolved(script.value) : undefined;
  const isEmpty = node !== undefined && asSequence(node)?.items.length === 0;
  return isEmpty ? 'its `after_script` has no commands' : undefined;
}
