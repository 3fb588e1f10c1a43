import { error, note, warning } from '../row.js';

/** DW36x: files of agent settings; DW85x: the verb dispatch. */
export const eventRows = {
  DW360: error(
    (a: { event: string; nearest: string }) => `there is no event "${a.event}"`,
    (a) => `did you mean "${a.nearest}"?`,
  ),
  DW361: warning(
    (a: { event: string }) => `no event "${a.event}" is known here, so its hooks never run`,
    () => 'check the name against docs/dispatch.md; leave it if another tool reads this file and knows it',
  ),
  DW362: error(
    (a: { matcher: string; reason: string }) => `the matcher "${a.matcher}" cannot be read: ${a.reason}`,
    () =>
      'write names (Bash, Write|Edit), a prefix (mcp__*), or an expression in RE2 syntax, which has no look-around; files of Claude Code may hold expressions of JavaScript',
  ),
  DW363: error(
    (a: { written: string; reason: string }) => `${a.written} cannot be handed over safely: ${a.reason}`,
    () =>
      'pass the value as an argument of its own, as in `sh -c \'echo "$1"\' sh {{message}}`, or let the command read it from standard input, where the whole context is JSON',
  ),
  DW364: warning(
    (a: { name: string; nearest: string }) => `{{${a.name}}} is no value of an event and stays as it is`,
    (a) => `did you mean {{${a.nearest}}}?`,
  ),
  DW365: warning(
    (a: { type: string }) =>
      `a hook of type ${a.type} runs inside its agent only, so it cannot run here: it decides nothing, and a gate blocks`,
    () => 'use a command, http, prompt or agent hook where dagweave is to run it',
  ),
  DW366: warning(
    (a: { key: string; where: string }) => `"${a.key}" is not known in ${a.where} and is not read`,
    () => 'take it out, or leave it if another tool reads this file and knows it',
  ),
  DW367: note(
    (a: { rule: string }) => `no step of the workflow is a tool that rule ${a.rule} is for, so it adds nothing here`,
    () =>
      'a matcher meets steps by their names and kinds (shell, http, …); `Bash` and `bash_execute` mean steps of a shell',
  ),
  DW368: note(
    (a: { event: string }) =>
      `${a.event} is nothing that happens in a workflow, so its hooks run by \`dagweave dispatch\` only`,
    () => 'PreToolUse, PostToolUse, SessionStart, SessionEnd and Stop become steps of a workflow',
  ),
  DW369: warning(
    (a: { event: string }) => `\`if\` asks for a tool, and ${a.event} is about none, so this hook never runs`,
    () =>
      'take `if` out, or move the hook to PreToolUse, PostToolUse, PostToolUseFailure, PermissionRequest or PermissionDenied',
  ),
  DW370: error(
    (a: { reason: string }) => `${a.reason}, and this one is a gate, so a workflow cannot go without it`,
    () =>
      'use a command, http, prompt or agent hook for the gate, or take `onFailure` out to leave the hook out of workflows',
  ),
  DW371: error(
    (a: { reason: string }) => a.reason,
    () =>
      'add a pattern that meets the address to `allowedHttpHookUrls`, as in "https://hooks.example.com/*", or take the hook out',
  ),
  DW372: warning(
    (a: { key: string }) => `\`${a.key}\` counts in managed settings only, so here it changes nothing`,
    () => 'let the administrator of the machine put it into managed-settings.json, or take it out',
  ),
  DW373: error(
    () => 'a hook with `async` is not waited for, so it cannot be a gate',
    () => 'take `async` out to let the hook block, or `onFailure` to let it run beside what it is about',
  ),
  DW850: error(
    (a: { path: string; reason: string }) => `the context in ${a.path} cannot be read as JSON: ${a.reason}`,
    () => 'pass one JSON object on standard input, or a file that holds one with --event FILE',
  ),
  DW851: error(
    (a: { path: string }) => `the context in ${a.path} must be a JSON object`,
    () => 'write {"tool_name": "Bash", "tool_args": {"command": "ls"}}, or nothing at all for an event without details',
  ),
  DW852: error(
    () => 'no event to dispatch',
    () => 'name it, as in `dagweave dispatch PreToolUse`, or in the context as "hook_event_name"',
  ),
  DW853: error(
    (a: { event: string; nearest: string | undefined; known: readonly string[] }) => `there is no event "${a.event}"`,
    (a) => (a.nearest === undefined ? `events are: ${a.known.join(', ')}` : `did you mean "${a.nearest}"?`),
  ),
  DW854: warning(
    (a: { event: string; told: string }) => `${a.event} is dispatched with a context that says it is of ${a.told}`,
    (a) => `handlers are told ${a.event}; dispatch ${a.told} instead, or take the name out of the context`,
  ),
  DW855: error(
    (a: { problem: string }) => a.problem,
    () => 'dagweave dispatch --help lists the options',
  ),
  DW856: note(
    (a: { event: string }) => `a hook of ${a.event} dispatched ${a.event} again, so no hooks run for it`,
    () => 'settings that call `dagweave dispatch` as a hook should not be read by it: name other files with --config',
  ),
  DW834: error(
    (a: { event: string }) =>
      `DAGWEAVE_DISPATCHING says that a hook of ${a.event} dispatched ${a.event} again, so no hook was asked, and with --fail-closed that blocks`,
    () =>
      'take DAGWEAVE_DISPATCHING out of the environment; a hook that starts an agent should let it read other settings, or dispatch without --fail-closed',
  ),
  DW857: warning(
    (a: { path: string; reason: string }) => `the log ${a.path} cannot be written: ${a.reason}`,
    () => 'name another file with --log FILE, or switch it off with --no-log',
  ),
  DW858: note(
    (a: { by: string }) => `all hooks are switched off by ${a.by}`,
    () => 'set it the other way, or take it out, to let them run',
  ),
  DW835: note(
    (a: { by: string }) => `only hooks of managed settings run, as ${a.by} says`,
    () => 'ask the administrator of the machine to allow others, or to add the hook to the managed settings',
  ),
  DW859: warning(
    (a: { matcher: string }) => `nobody could wait for the matcher "${a.matcher}", so its hooks run`,
    () =>
      'write it without repetitions in repetitions and without look-around, so that an engine can read it that is never late',
  ),
  DW860: error(
    (a: { path: string; found: string }) =>
      `where settings are read from, at ${a.path}, is ${a.found}, so its hooks are unknown`,
    () => 'put a file of settings there, or take away what is there',
  ),
  DW861: warning(
    (a: { name: string; path: string; project: string }) =>
      `${a.name} names no folder (${a.path}), so the settings of ${a.project} are read`,
    () => 'set it to the path of the project, or name that with --project',
  ),
};
