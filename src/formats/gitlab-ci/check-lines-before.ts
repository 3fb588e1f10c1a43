import type { Report } from '../../diagnostics/diagnostics.js';
import { isDeciding } from '../../lang/deciding-names.js';
import { commandsOf } from '../../lang/shell/commands-of.js';
import { isOfPolicy } from '../../model/layer.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { commandsOf as commandsUnder } from './commands.js';
import type { Pipeline } from './pipeline.js';

/**
 * Reports commands of a job that decide what those of a policy's hooks behind them mean, because all of them run in one shell: another
 * `PATH`, a function or an alias with the name of a program of such a hook, and a file that may hold any of these.
 */
export function checkLinesBefore(dag: Dag, nodes: readonly PlannedNode[], pipeline: Pipeline, report: Report): void {
  const { bodies, document, file } = pipeline;
  const last = nodes.findLastIndex(isScriptOfPolicy);
  if (last < 0) return;
  const hooks = nodes.filter(isScriptOfPolicy);
  const before = commandsUnder(bodies[dag.index - 1]!.job, 'before_script', document, file.text).texts;
  const lines = nodes.slice(0, last).flatMap((node) => (node.kind === 'kept' ? [dag.nodes[node.node]!.command] : []));
  const { rule } = hooks[0]!.injection;
  const related = { message: 'the policy', span: rule.span };
  for (const [key, texts] of [
    ['before_script', before],
    ['script', lines.filter((line) => line !== undefined)],
  ] as const) {
    const { names, files } = decidedIn(texts, () => programsOf(hooks));
    const args = { dag: dag.name, ofStep: false, rule: rule.id };
    if (names.length > 0) report('DW471', { ...args, names, key }, { span: dag.span, related });
    for (const path of files) report('DW471', { ...args, names: undefined, key: path }, { span: dag.span, related });
  }
}

function isScriptOfPolicy(node: PlannedNode): node is InjectedNode {
  return node.kind === 'injected' && node.injection.call.kind === 'script' && isOfPolicy(node.injection.rule);
}

function programsOf(hooks: readonly InjectedNode[]): ReadonlySet<string> {
  return new Set(
    hooks.flatMap(({ injection: { call } }) =>
      call.kind === 'script' ? commandsOf(call.script).commands.map(({ program }) => program) : [],
    ),
  );
}

interface Decided {
  readonly names: readonly string[];
  readonly files: readonly string[];
}

function decidedIn(texts: readonly string[], programs: () => ReadonlySet<string>): Decided {
  const names = new Set<string>();
  const files = new Set<string>();
  for (const text of texts) {
    if (!mayDecide.test(text)) continue;
    const { commands, unsure } = commandsOf(text);
    for (const [, name] of text.matchAll(plainSetting)) if (isDeciding(name!)) names.add(name!);
    for (const { program, args } of commands) {
      const set = args.flatMap((arg) => /^([A-Za-z_]\w*)\+?=/.exec(arg)?.[1] ?? []);
      if (exporting.test(program)) for (const name of set) if (isDeciding(name)) names.add(name);
      const called = program === 'alias' ? args.flatMap((arg) => /^([^=]+)=/.exec(arg)?.[1] ?? []) : [];
      for (const name of called) if (programs().has(name)) names.add(name);
    }
    for (const [, first, second] of text.matchAll(functions)) {
      const name = first ?? second!;
      if (programs().has(name)) names.add(name);
    }
    for (const { file } of unsure) if (file && sourcing.test(file.reader)) files.add(file.path);
  }
  return { names: [...names], files: [...files] };
}

/** Nearly all commands are put aside by this. */
const mayDecide = /=|\(|(?<![\w./-])(?:\.|source|function)\s/;
const exporting = /^(?:export|declare|typeset|readonly)$/;
const sourcing = /^(?:\.|source)$/;
/** Not in front of a program, which it would be for alone. */
const plainSetting =
  /(?:^|[\n;&|(]|\{[ \t])[ \t]*([A-Za-z_]\w*)\+?=(?:"[^"\n]*"|'[^'\n]*'|(?:[^\s;&|"'()]|\$\([^()\n]*\))*)[ \t]*(?=$|[\n;&|)])/g;
const functions = /(?<![\w.+:-])(?:function[ \t]+([\w.+:-]+)|([\w.+:-]+)[ \t]*\([ \t]*\))/g;
