import { pageAddress } from '../pages.js';
import { curedIn, error, note, warning } from '../row.js';

/** DW36x: files of agent settings; DW85x: the verb dispatch. */
export const eventRows = curedIn('rules', () => ({
  DW360: error(
    (a: { event: string; nearest: string }) => `there is no event "${a.event}"`,
    (a) => `did you mean "${a.nearest}"?`,
  ),
  DW361: warning(
    (a: { event: string }) => `unknown event "${a.event}"; its hooks never run`,
    () =>
      `check the name, or keep it if another tool reads this file and knows the event; all events: ${pageAddress('dispatch')}`,
  ),
  DW362: error(
    (a: { matcher: string; reason: string }) => `the matcher "${a.matcher}" cannot be read: ${a.reason}`,
    () =>
      'write names (Bash, Write|Edit), a prefix (mcp__*), or an expression in RE2 syntax, which has no look-around; settings files of Claude Code may use JavaScript expressions',
  ),
  DW363: error(
    (a: { written: string; reason: string }) => `${a.written} cannot be passed safely: ${a.reason}`,
    () =>
      'pass the value as a separate argument, as in `sh -c \'echo "$1"\' sh {{message}}`, or let the command read it from standard input, where the whole context is JSON',
  ),
  DW364: warning(
    (a: { name: string; nearest: string }) => `{{${a.name}}} is not a value of an event and is left unchanged`,
    (a) => `did you mean {{${a.nearest}}}?`,
  ),
  DW365: warning(
    (a: { type: string }) =>
      `a hook of type ${a.type} runs only inside its agent, so it cannot run here: it decides nothing, or blocks if it is a gate`,
    () => 'use a command, http, prompt or agent hook if dagweave must run it',
  ),
  DW366: warning(
    (a: { key: string; where: string }) => `unknown key "${a.key}" in ${a.where}; it is ignored`,
    () => 'remove it, or keep it if another tool reads this file and knows the key',
  ),
  DW367: note(
    (a: { rule: string }) => `rule ${a.rule} matches no step of the workflow, so it adds nothing here`,
    () =>
      'a matcher matches steps by their names and kinds (shell, http, …); `Bash` and `bash_execute` match shell steps',
  ),
  DW368: note(
    (a: { event: string }) => `${a.event} does not happen in a workflow, so only \`dagweave dispatch\` runs its hooks`,
    () => 'PreToolUse, PostToolUse, SessionStart, SessionEnd and Stop become steps of a workflow',
  ),
  DW369: warning(
    (a: { event: string }) => `\`if\` matches a tool, but ${a.event} has no tool, so this hook never runs`,
    () =>
      'remove `if`, or move the hook to PreToolUse, PostToolUse, PostToolUseFailure, PermissionRequest or PermissionDenied',
  ),
  DW370: error(
    (a: { reason: string }) => `${a.reason}, but this hook is a gate, so the workflow cannot run without it`,
    () =>
      'use a command, http, prompt or agent hook for the gate, or remove `onFailure` to leave the hook out of workflows',
  ),
  DW371: error(
    (a: { reason: string }) => a.reason,
    () =>
      'add a pattern that matches the address to `allowedHttpHookUrls`, such as "https://hooks.example.com/*", or remove the hook',
  ),
  DW372: warning(
    (a: { key: string }) => `\`${a.key}\` has an effect only in managed settings, so it changes nothing here`,
    () => 'ask the administrator of the machine to add it to managed-settings.json, or remove it',
  ),
  DW373: error(
    () => 'nothing waits for a hook with `async`, so it cannot be a gate',
    () => 'remove `async` to let the hook block, or remove `onFailure` to let it run in the background',
  ),
  DW850: error(
    (a: { path: string; reason: string }) => `the context in ${a.path} cannot be read as JSON: ${a.reason}`,
    () => 'pass one JSON object on standard input, or in a file with --event FILE',
  ),
  DW851: error(
    (a: { path: string }) => `the context in ${a.path} must be a JSON object`,
    () => 'write {"tool_name": "Bash", "tool_args": {"command": "ls"}}, or pass nothing for an event without details',
  ),
  DW852: error(
    () => 'no event to dispatch',
    () => 'name it, as in `dagweave dispatch PreToolUse`, or in the context as "hook_event_name"',
  ),
  DW853: error(
    (a: { event: string; nearest: string | undefined; known: readonly string[] }) => `there is no event "${a.event}"`,
    (a) => (a.nearest === undefined ? `known events: ${a.known.join(', ')}` : `did you mean "${a.nearest}"?`),
  ),
  DW854: warning(
    (a: { event: string; named: string }) => `${a.event} is dispatched, but its context names the event ${a.named}`,
    (a) => `handlers receive ${a.event}; dispatch ${a.named} instead, or remove the name from the context`,
  ),
  DW855: error(
    (a: { problem: string }) => a.problem,
    () => 'dagweave dispatch --help lists the options',
  ),
  DW856: note(
    (a: { event: string }) => `a hook of ${a.event} dispatched ${a.event} again, so no hooks run for it`,
    () => 'let `dagweave dispatch` read other settings than those that call it as a hook: name them with --config',
  ),
  DW834: error(
    (a: { event: string }) =>
      `DAGWEAVE_DISPATCHING says that a hook of ${a.event} dispatched ${a.event} again, so no hook runs, and --fail-closed blocks the event`,
    () =>
      'remove DAGWEAVE_DISPATCHING from the environment; if a hook starts an agent, let the agent read other settings, or dispatch without --fail-closed',
  ),
  DW857: warning(
    (a: { path: string; reason: string }) => `the log ${a.path} cannot be written: ${a.reason}`,
    () => 'name another file with --log FILE, or switch the log off with --no-log',
  ),
  DW858: note(
    (a: { by: string }) => `all hooks are switched off by ${a.by}`,
    () => 'to run hooks, change this setting or remove it',
  ),
  DW835: note(
    (a: { by: string }) => `only hooks of managed settings run, because of ${a.by}`,
    () => 'ask the administrator of the machine to allow other hooks, or to add this hook to the managed settings',
  ),
  DW859: warning(
    (a: { matcher: string }) => `the matcher "${a.matcher}" takes too long to evaluate, so its hooks run`,
    () => 'write it without nested repetition and without look-around; such a matcher is always fast',
  ),
  DW860: error(
    (a: { path: string; found: string }) =>
      `the settings path ${a.path} is ${a.found}, not a file, so its hooks are unknown`,
    () => 'put a settings file there, or remove what is there',
  ),
  DW861: warning(
    (a: { name: string; path: string; project: string }) =>
      `${a.name} does not name a folder (${a.path}), so dispatch reads the settings of ${a.project}`,
    () => 'set it to the path of the project, or pass --project FOLDER',
  ),
}));
