import type { Handler, UnusableHandler } from '../../model/event.js';
import { isToolEvent } from '../../model/event-table.js';
import { usualRule, usualStep, type WrittenRule, type WrittenStep } from '../../model/layer.js';
import type { HookPoint } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import { compileMatcher, patternsOf } from '../../settings/matcher.js';
import type { SettingsHook } from '../../settings/settings-hook.js';
import { locate, type WrittenMap } from '../written.js';

/** Not one that means what cannot be read: that is an error, and nothing is written. */
export type ReadHook = SettingsHook & { readonly handler: ReadHandler };

type ReadHandler = Exclude<Handler, UnusableHandler>;

export function isRead(hook: SettingsHook): hook is ReadHook {
  return hook.handler.kind !== 'unusable';
}

/** The rule that a hook of settings becomes; none where its event is nothing that happens in a workflow. */
export function ruleOfHook(hook: ReadHook, written: WrittenMap, promptsDirectory: string): WrittenRule | undefined {
  const place = places.get(hook.event);
  if (!place || (hook.condition !== undefined && !isToolEvent(hook.event))) return undefined;
  const { point, run, ofNodes } = place;
  const { span } = locate(written, hook.path);
  const rule: WrittenRule = {
    ...usualRule,
    point,
    run,
    step: { kind: 'inline', definition: stepOf(hook, ofNodes, span, promptsDirectory) },
    await: !hook.unheard,
    policy: { timeout: hook.timeout },
    optional: true,
    span,
  };
  if (!ofNodes) return rule;
  const matcher = hook.matcher === undefined ? span : locate(written, [...hook.path.slice(0, -2), 'matcher']).span;
  const patterns = patternsOf(hook.matcher, hook.dialect);
  // A tool that runs shell commands is a step that does.
  const shellAs = patterns.includes('*') ? undefined : shellTools.find((name) => matches(hook, name));
  const all = shellAs === undefined ? patterns : [...patterns, 'shell'];
  return { ...rule, tasks: all.map((value) => ({ value, span: matcher })), ofNodes: { shellAs } };
}

interface Place {
  readonly point: HookPoint;
  readonly run: WrittenRule['run'];
  readonly ofNodes: boolean;
}

const places: ReadonlyMap<string, Place> = new Map([
  ['PreToolUse', { point: 'pre_task', run: 'success', ofNodes: true }],
  ['PostToolUse', { point: 'post_task', run: 'success', ofNodes: true }],
  ['SessionStart', { point: 'pre_root', run: 'success', ofNodes: false }],
  ['SessionEnd', { point: 'final', run: 'always', ofNodes: false }],
  ['Stop', { point: 'final', run: 'success', ofNodes: false }],
]);

/** What agents call the tool that runs shell commands. */
const shellTools = ['Bash', 'bash_execute'] as const;

function matches({ event, matcher, dialect }: SettingsHook, name: string): boolean {
  const compiled = compileMatcher(matcher, dialect, event);
  return compiled.ok && compiled.matches(name) !== false;
}

function stepOf(hook: ReadHook, ofNodes: boolean, span: Span, promptsDirectory: string): WrittenStep {
  const { event, dialect, handler, onFailure } = hook;
  const usualShell = dialect === 'claude' ? 'bash' : 'sh';
  const config: Record<string, unknown> = {
    event,
    ...(dialect === 'claude' && { contract: 'claude' }),
    ...(onFailure === 'block' && { blocking: true }),
    ...(ofNodes && { context: toolContext }),
    ...(handler.kind === 'command' && handler.shell !== usualShell && { shell: handler.shell }),
    ...fieldsOf(handler),
  };
  const spans = new Map(Object.keys(config).map((key) => [key, span]));
  return {
    ...usualStep,
    type: 'handler',
    name: stepName(hook),
    config,
    promptsDirectory,
    span,
    fieldSpans: spans,
    keySpans: spans,
    nameSpan: span,
    typeSpan: span,
  };
}

/** What a hook is given the node that is its tool. */
const toolContext = {
  tool_name: '{{task.tool}}',
  tool_args: { step: '{{task.name}}', kind: '{{task.kind}}', dag: '{{dag.name}}', command: '{{task.command}}' },
};

function fieldsOf(handler: ReadHandler): Readonly<Record<string, unknown>> {
  switch (handler.kind) {
    case 'command': {
      const { command, args, env, workingDirectory } = handler;
      return {
        command,
        ...(args && { args }),
        ...(env.size > 0 && { env: Object.fromEntries(env) }),
        ...(workingDirectory !== undefined && { working_dir: workingDirectory }),
      };
    }
    case 'http': {
      const { url, headers, allowedVariables } = handler;
      return {
        url,
        ...(headers.size > 0 && { headers: Object.fromEntries(headers) }),
        ...(allowedVariables.length > 0 && { allowed_variables: allowedVariables }),
      };
    }
    case 'prompt':
    case 'agent': {
      const { allowed_tool: allowed_tools, ...options } = handler.options;
      return { [handler.kind]: handler.prompt, ...options, ...(allowed_tools !== undefined && { allowed_tools }) };
    }
  }
}

/** `pre-tool-use-check-policy`: the event and the program, as far as that is known. */
function stepName({ event, handler }: SettingsHook): string {
  const words = event.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  const program = handler.kind === 'command' ? programOf(handler.command) : handler.kind;
  return program === '' ? words : `${words}-${program}`;
}

/** The last part of the first word that is a plain path, without its ending; interpreters and variables tell nothing. */
function programOf(command: string): string {
  const line = command.split('\n')[0]!;
  const known = line.split(/\s+/).map((word) => word.replace(/["']/g, ''));
  const path = known.find((word) => /^[\w./${}][\w./${}-]*$/.test(word) && !dull.test(word)) ?? '';
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[a-z]{1,4}$/, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 30);
}

const dull = /^(?:(?:\S*\/)?(?:ba|z|da)?sh|python3?|node|npx|env|exec|sudo|time|[A-Za-z_]\w*=.*)$/;
