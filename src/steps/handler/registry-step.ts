import { missedBy } from '../../dispatch/registry-match.js';
import type { EventContext } from '../../model/event.js';
import { changedFiles, findRepository } from '../../runtime/repository.js';
import type { ValuesOf } from '../fields.js';
import type { StepAttempt } from '../runnable.js';
import type { handlerFields } from './fields.js';

/** A hook of the registry in a DAG: where it runs, what the DAG knows of its event, and why it does not run, if it does not. */
export interface RegistryStep {
  readonly directory: string;
  readonly known: EventContext;
  readonly missed: string | undefined;
}

type Flags = ValuesOf<typeof handlerFields>;

export async function registryStep(event: string, flags: Flags, attempt: StepAttempt): Promise<RegistryStep> {
  const { host, directory, signal, context } = attempt;
  const { ownFiles } = await attempt.engine();
  const root = await findRepository(host, directory);
  const changedPaths = flags.only_if_changed_path;
  const wantsFiles = changedPaths !== undefined || event === 'SessionStop' || event === 'SessionEnd';
  const files =
    wantsFiles && root
      ? await changedFiles(host, root, context.parent_branch ?? undefined, ownFiles, signal)
      : undefined;
  const known = {
    ...(await ofEvent(event, attempt)),
    ...(root !== undefined && { repository_root: root }),
    ...(files && { changed_files: files }),
  };
  const condition = { abilities: undefined, operationKeys: undefined, statuses: undefined, changedPaths };
  const missed = missedBy({ ...condition, minDuration: flags.min_duration_ms }, known);
  if (changedPaths && !files) host.say('git does not tell which files changed, so the hook runs');
  if (flags.min_duration_ms && event === 'PostAbilityCall' && !('duration_ms' in known))
    host.say('the engine does not tell how long the task took, so the hook runs');
  return { directory: root ?? directory, known, missed };
}

/** Whatever runs behind a task runs because that was a success. */
async function ofEvent(event: string, { host, context, engine }: StepAttempt): Promise<EventContext> {
  const task = context.task_id ?? undefined;
  const ability = { ...(task !== undefined && { ability_id: task }), stage: 'act' };
  if (event === 'PreAbilityCall') return ability;
  if (event === 'PostAbilityCall') {
    const start = await (await engine()).taskStart(host, task);
    const duration = start === undefined ? {} : { duration_ms: Math.max(0, host.now() - start) };
    return { ...ability, status: 'success', ...duration };
  }
  const status = (await engine()).runStatus(host);
  return status ? { run_status: status } : {};
}
