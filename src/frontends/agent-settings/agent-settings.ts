import { dirname } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { eventNames } from '../../model/event-table.js';
import { type Layer, noSettings } from '../../model/layer.js';
import { underPolicy } from '../../settings/http-policy.js';
import type { SettingsHook } from '../../settings/settings-hook.js';
import { reportProblem } from '../../text/problems.js';
import { asMap, asSequence, pairOf } from '../../text/yaml-access.js';
import type { ConfigurationText } from '../configuration-text.js';
import type { Frontend } from '../frontend.js';
import { below } from '../section-settings.js';
import { keySpan, locate, readWritten, type WrittenMap } from '../written.js';
import { readSettingsOf } from './issues.js';
import { isRead, type ReadHook, ruleOfHook } from './rules.js';

/**
 * Settings of an agent that runs on the command line: `hooks` by event, each with a matcher and what to run. In a DAG a tool is a
 * node. The other keys of the file belong to the agent.
 */
export const agentSettings: Frontend = {
  accepts: ({ root }) => {
    const section = asMap(pairOf(root, 'hooks')?.value);
    return section?.pairs.some(({ key, value }) => isEventLike(key.value) && asSequence(value) !== undefined) ?? false;
  },
  read: readSettingsFile,
};

/** Misspelt ones too, so that the mistake is reported where it is one. */
function isEventLike(key: string): boolean {
  return eventNames.includes(key) || (/^[A-Z]/.test(key) && nearestName(key, eventNames) !== undefined);
}

function readSettingsFile({ file, root, problems }: ConfigurationText, report: Report): Layer | undefined {
  for (const problem of problems) reportProblem(file.path, problem, report);
  const written = readWritten(file.path, root, report);
  if (written?.kind !== 'map') return undefined;
  const { hooks: found, disabled, env, policy, issues } = readSettingsOf(written, file.path, {}, report);
  const all = underPolicy(found, [policy]);
  const hooks = all.filter(isRead);
  reportUnable(all, written, report);
  noteOthers(hooks, written, report);
  const promptsDirectory = below(dirname(file.path), 'prompts');
  const rules = disabled
    ? []
    : hooks.flatMap((hook) => ruleOfHook(withEnvironment(hook, env), written, promptsDirectory) ?? []);
  return {
    name: file.layer,
    settings: noSettings,
    definitions: new Map(),
    rules,
    faulty: { steps: new Set(), rules: issues.length > 0 },
    inForce: keySpan(written, 'hooks'),
  };
}

/** A gate that cannot run, or a hook that may not, has no step; what is wrong with how a hook is written was reported before. */
function reportUnable(hooks: readonly SettingsHook[], written: WrittenMap, report: Report): void {
  for (const { event, handler, onFailure, path } of hooks) {
    if (handler.kind !== 'unusable' || !inWorkflows.has(event)) continue;
    if (handler.cause === 'address') report('DW371', { reason: handler.reason }, locate(written, path));
    if (handler.cause === 'type' && onFailure === 'block')
      report('DW370', { reason: handler.reason }, locate(written, path));
  }
}

/** What the file sets for all hooks, below what the hook sets itself. */
function withEnvironment(hook: ReadHook, env: ReadonlyMap<string, string>): ReadHook {
  const { handler } = hook;
  return handler.kind === 'command'
    ? { ...hook, handler: { ...handler, env: new Map([...env, ...handler.env]) } }
    : hook;
}

/** Once an event: the file may have many hooks for it. */
function noteOthers(hooks: readonly SettingsHook[], written: WrittenMap, report: Report): void {
  const section = locate(written, ['hooks']);
  for (const event of new Set(hooks.map((hook) => hook.event))) {
    if (!inWorkflows.has(event)) report('DW368', { event }, { span: keySpan(section, event) });
  }
}

const inWorkflows: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'SessionStart', 'SessionEnd', 'Stop']);
