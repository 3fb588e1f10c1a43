import { error, note, warning } from '../row.js';
import { meant, quoted } from '../words.js';

/** A node that depends on a name that no other one has. */
export interface DanglingNeed {
  readonly need: string;
  readonly node: string;
  readonly nearest: string | undefined;
  readonly parts: readonly string[];
  readonly misspelt: { readonly key: string; readonly meant: string } | undefined;
  readonly needs: string;
  /** What the nodes are called: step, job, task. */
  readonly item: string;
}

/** DW2xx: the workflow before hooks are inserted. */
export const workflowRows = () => ({
  DW201: error(
    (a: { found: string; isFixed: boolean }) =>
      `a DAG must be a mapping with \`steps\`, but this document is ${a.found === 'alias' ? 'an' : 'a'} ${a.found}`,
    (a) =>
      a.isFixed
        ? 'Write `steps:` above the list; `apply --fix` does it for you.'
        : 'Write `steps:` and the steps below it, or remove this document.',
  ),
  DW202: error(
    (a: { found: string }) => `a step must be a mapping, a command, or a list of these, but this is ${a.found}`,
    () => 'Write the step as `- name: …` with a `command`.',
  ),
  DW203: error(
    (a: { needs: string }) => `\`${a.needs}\` must contain step names, but this is not a name`,
    (a) => `Write one name, or a list of names: \`${a.needs}: [build, test]\`.`,
  ),
  DW204: error(
    (a: { one: string; other: string }) => `this workflow mixes ${a.one} and ${a.other}, but no engine reads both`,
    () => 'Write it for one of them.',
  ),
  DW220: warning(
    (a: { target: string; assumed: string }) =>
      `\`assume_version\` ${a.assumed} has no effect, because \`target_version\` ${a.target} holds for every workflow`,
    () =>
      'Remove one of them: `target_version` if the workflows are for different versions, `assume_version` if all of them are for one.',
    'rules',
  ),
  DW205: error(
    (a: { what: string; engine: string }) => `${a.engine}, the target version, does not support ${a.what}`,
    () =>
      'Write the workflow for the target version. If workflows are for different versions, replace `target_version` by `assume_version`: a workflow that shows its version keeps it.',
  ),
  DW206: error(
    (a: { name: string; dag: string; needs: string }) => `two steps of \`${a.dag}\` are called \`${a.name}\``,
    (a) => `Give each step its own name: \`${a.needs}\` cannot tell the two apart.`,
  ),
  DW207: error(
    (a: DanglingNeed) => {
      const start = `\`${a.node}\` depends on \`${a.need}\`, but no ${a.item} has this name`;
      if (a.misspelt) return `${start}: one has it under \`${a.misspelt.key}\`; did you mean \`${a.misspelt.meant}\`?`;
      return a.nearest === undefined ? start : `${start}; did you mean \`${a.nearest}\`?`;
    },
    (a) => {
      if (a.misspelt)
        return `Write \`${a.misspelt.meant}\` instead of \`${a.misspelt.key}\`; \`apply --fix\` does it for you.`;
      if (a.parts.length > 0) return `Write a list: \`[${a.parts.join(', ')}]\`.`;
      return a.nearest === undefined
        ? `Name an existing ${a.item}, or remove \`${a.need}\` here.`
        : `Write \`${a.nearest}\`; \`apply --fix\` does it for you.`;
    },
  ),
  DW208: error(
    (a: { dag: string; path: string; reading: string; item: string }) =>
      `the ${a.item}s of \`${a.dag}\` depend on each other in a cycle: ${a.path} (${a.reading})`,
    (a) => `Remove one of these dependencies: none of these ${a.item}s can start now.`,
  ),
  DW209: error(
    (a: { name: string; bytes: number; limit: number; needs: string }) =>
      `the step name \`${a.name}\` is ${a.bytes} bytes long, but the engine allows ${a.limit}`,
    (a) => `Shorten the name here and in every \`${a.needs}\` that uses it.`,
  ),
  DW210: warning(
    (a: { name: string; nearest: string | undefined }) =>
      `this step calls the DAG \`${a.name}\`, which is not in the input${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    () =>
      'The steps in it get no hooks; hooks of the task go around this call. Pass its file too, or the folder that contains both.',
  ),
  DW211: warning(
    (a: { name: string }) => `two DAGs of this file are called \`${a.name}\``,
    () => 'Give each document its own name: a call could mean either DAG, and the engine refuses the file.',
  ),
  DW212: note(
    (a: { dag: string; dropped: string; kept: string }) =>
      `\`${a.dag}\` cannot run under ${a.dropped}, because its steps would depend on each other in a cycle, so it is read as ${a.kept}`,
  ),
  DW213: warning(
    (a: { path: string }) => `these DAGs call each other in an endless loop: ${a.path}`,
    () => 'Hooks are inserted into each of them once. Make sure that a condition ends the recursion.',
  ),
  DW214: error(
    (a: { found: string }) => `\`env\` must be a mapping or a list of \`KEY=value\`, but this is ${a.found}`,
    () => 'Write `env:` with `- KEY=value` lines below it, or as a mapping `KEY: value`.',
  ),
  DW215: error(
    (a: { engine: string }) =>
      `this document has no \`name\`, so nothing can call it, and ${a.engine} refuses the file`,
    () => 'Write `name: …` at the top of the document, or remove the document.',
  ),
  DW216: warning(
    () => 'this document has no `name`, so nothing can call it',
    () => 'Write `name: …` at the top of the document, or remove the document.',
  ),
  DW217: error(
    (a: { engine: string; why: string; others: string }) => `${a.engine} is not supported: ${a.why}`,
    (a) => `Run the workflow with ${a.others}.`,
    'rules',
  ),
  DW218: error(
    (a: { engine: string; version: string; examples: string }) =>
      `"${a.version}" is not a supported version of ${a.engine}`,
    (a) => `Name a version such as ${a.examples}.`,
    'rules',
  ),
  DW227: warning(
    (a: { dag: string; child: string; engine: string; folder: string }) =>
      `\`${a.dag}\` is a sub-DAG and calls \`${a.child}\`, which is in another file; ${a.engine} finds it only in its folder of DAGs, not beside the file`,
    (a) =>
      `Put these files into \`${a.folder}\`, or make \`${a.child}\` a document of the same file: below \`---\`, with its \`name\`.`,
  ),
  DW219: warning(
    (a: { name: string; stem: string; why: string }) =>
      `the first document of this file has the name \`${a.name}\`, so ${a.why}`,
    (a) =>
      a.name === a.stem
        ? 'Remove the line: the DAG then has the name of its file, which is the same; `apply --fix` does it for you.'
        : `Remove the line: the DAG is then called \`${a.stem}\`, like its file; to keep its name, also rename the file to \`${a.name}.yaml\`.`,
  ),
  DW228: warning(
    (a: { key: string; meant: string; of: string; isKey: boolean }) =>
      a.isKey
        ? `\`${a.key}\` of ${a.of} does not name steps to wait for; did you mean \`${a.meant}\`?`
        : `\`${a.key}\` is not a key of ${a.of}: no engine reads it, and some refuse the file; did you mean \`${a.meant}\`?`,
    (a) => `Write \`${a.meant}\`; \`apply --fix\` does it for you where that key is not there yet.`,
  ),
  DW225: warning(
    (a: { key: string; of: string; meant: string; engine: string; instead: string }) =>
      `\`${a.key}\` of ${a.of} has no effect: ${a.engine} takes the file and ${a.instead}`,
    (a) => `Write \`${a.meant}\`; \`apply --fix\` does it for you where that key is not there yet.`,
  ),
  DW297: error(
    (a: { found: string; known: readonly string[]; meant: string | undefined; isFixed: boolean }) =>
      `the \`type\` of this DAG is ${a.found}, which the engine refuses${meant(a.meant)}`,
    (a) =>
      a.meant === undefined
        ? `Write one of ${quoted(a.known)}.`
        : `Write \`type: ${a.meant}\`${a.isFixed ? '; `apply --fix` does it for you' : ''}.`,
  ),
  DW229: error(
    (a: { key: string; inside: string | undefined; byName: boolean; isFixed: boolean }) =>
      a.inside === undefined
        ? `the steps of this document are under \`${a.key}\`, where no engine looks for them; the key is \`steps\``
        : `the steps of this document are under \`${a.key}.${a.inside}\`, where no engine looks for them; \`steps\` must be at the top level`,
    (a) => {
      const does = a.isFixed ? '; `apply --fix` does it for you' : '';
      return a.inside === undefined
        ? `Write \`steps\`${a.byName ? ' with a list below it, each entry with its `name`' : ''}${does}.`
        : `Remove the key \`${a.key}\`, and move what is in it to the top level${does}.`;
    },
  ),
  DW230: error(
    (a: { id: string; why: string; instead: string | undefined; needs: string }) =>
      `the id \`${a.id}\` of a step ${a.why}; the engine refuses the file`,
    (a) =>
      `Write ${a.instead === undefined ? 'another id' : `\`${a.instead}\``}, also in \`${a.needs}\` and in expressions that name the step; or give the step a \`name\` in place of an \`id\`.`,
  ),
  DW231: warning(
    () =>
      'this document is behind the one that is read: the engine takes one workflow of a file, so it refuses the file or passes over what is here',
    () => 'Write its jobs into the document above, or put it into a file of its own.',
  ),
  DW275: error(
    (a: { rule: string; name: string; field: string; text: string }) =>
      `\`${a.name}\` in the \`${a.field}\` of rule ${a.rule} has an expression of the engine beside a value of another kind, and cannot be both: \`${a.text}\``,
    () => 'Put the expression into a variable of its own, and the two together in the command.',
    'rules',
  ),
  DW277: error(
    (a: { node: string; hook: string; template: string }) =>
      `\`${a.node}\` of \`${a.template}\` asks how the hook \`${a.hook}\` ended, but hooks are taken out and put in again on every run`,
    () =>
      'Let it name steps of the workflow alone. What is to run behind a hook is a hook itself: write a rule for it.',
  ),
  DW279: warning(
    (a: { of: string; called: string | undefined; why: string; instead: string }) =>
      `${a.called === undefined ? `a ${a.of}` : `the ${a.of} \`${a.called}\``} ${a.why}; the engine refuses the file`,
    (a) => a.instead,
  ),
  DW236: error(
    (a: { name: string; found: string }) =>
      `the step \`${a.name}\` is ${a.found}, but if \`steps\` is a mapping, each step must be a mapping too; the engine refuses the file`,
    (a) =>
      `Write \`${a.name}: {command: …}\`, or write \`steps\` as a list; \`apply --fix\` does it for a command of one line.`,
  ),
  DW237: error(
    (a: { id: string; dag: string; needs: string }) =>
      `two steps of \`${a.dag}\` have the id \`${a.id}\`; the engine refuses the file`,
    (a) => `Give each step its own id: \`${a.needs}\` cannot tell the two apart.`,
  ),
  DW238: error(
    (a: { id: string; dag: string; needs: string }) =>
      `in \`${a.dag}\` the id \`${a.id}\` of one step is the name of another; the engine refuses the file`,
    (a) => `Change the id or the name: \`${a.needs}\` cannot tell the two apart.`,
  ),
  DW239: warning(
    (a: { written: string; meant: string }) =>
      `${a.written} is between typographic quotes, which YAML reads as letters of the text; did you mean \`${a.meant}\`?`,
    () => 'Write straight quotes, or none; `apply --fix` does it for you where the text holds no quotes itself.',
  ),
  DW240: error(
    (a: { key: string; fields: 'inside' | 'below' | 'beside' | 'none'; isFixed: boolean }) => {
      if (a.fields === 'none')
        return `this step has only the key \`${a.key}\`, which is not a key of a step; the engine refuses the file`;
      return a.fields === 'inside'
        ? `this step is inside of \`${a.key}:\`, which is not a key of a step; the engine refuses the file`
        : `this step is written under its name, \`${a.key}:\`; the engine takes the name for an unknown key and refuses the file`;
    },
    (a) => {
      const does = a.isFixed ? '; `apply --fix` does it for you' : '';
      if (a.fields === 'none') return 'Write the step with a `name` and a `command`.';
      if (a.fields === 'inside') return `Remove \`${a.key}:\`, and move what is in it to its place${does}.`;
      return `Write \`name: ${a.key}\`${a.fields === 'below' ? ', and its other keys beside it' : ''}${does}.`;
    },
  ),
  DW289: error(
    (a: { node: string; target: string; nearest: string | undefined }) =>
      `\`${a.node}\` routes to \`${a.target}\`, but no step has this name${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    (a) => (a.nearest === undefined ? 'Name an existing step, or remove the route.' : `Write \`${a.nearest}\`.`),
  ),
});
