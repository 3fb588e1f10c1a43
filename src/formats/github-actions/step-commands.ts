import { codeOption } from '../../lang/shell/other-languages.js';
import { pastedSign } from '../../lang/shell/tokens.js';
import type { NodeFacts } from '../../model/facts.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { fieldText } from './fields.js';
import { type MatrixValues, withMatrix } from './matrix.js';
import { arePlainCommands } from './plain-commands.js';

type Commands = Pick<NodeFacts, 'scripts' | 'unread'>;

/**
 * What a step runs: its own text, or what it gives to an action that runs it.
 * @param shells those that may run its own text
 */
export function commandsOf(step: YamlMap | undefined, shells: readonly string[], matrix: MatrixValues): Commands {
  const run = fieldText(step, 'run');
  if (run !== undefined) {
    const all = withMatrix(run, matrix).flatMap((text) => shells.map((shell) => readScript(text, shell)));
    return {
      scripts: [...new Set(all.flatMap(({ scripts }) => scripts))],
      unread: all.find(({ unread }) => unread !== undefined)?.unread,
    };
  }
  const action = fieldText(step, 'uses');
  const { scripts, unread } = action?.startsWith('docker://') ? inContainer(step) : inputsOf(step, action);
  return { scripts: scripts.flatMap((text) => withMatrix(text, matrix)).map(withSigns), unread };
}

/** What a container is given to run. Only the image knows which program that is for, where it has one of its own. */
function inContainer(step: YamlMap | undefined): Commands {
  const entrypoint = inputsCalled(/^entrypoint$/i, step);
  const texts = [...entrypoint, ...inputsCalled(/^args$/i, step)];
  if (texts.length === 0) return { scripts: [], unread: undefined };
  const unread = entrypoint.length === 0 ? 'its image decides which program gets its arguments' : undefined;
  return { scripts: [texts.join(' ')], unread };
}

/** Actions that run a command that they are given call it so. One of GitHub's own takes JavaScript there. */
function inputsOf(step: YamlMap | undefined, action: string | undefined): Commands {
  if (action === undefined) return { scripts: [], unread: undefined };
  if (/^actions\/github-script@/i.test(action)) {
    const startsSome = inputsCalled(/^script$/i, step).some((code) => startingInJavascript.test(code));
    return { scripts: [], unread: startsSome ? 'its JavaScript may start programs' : undefined };
  }
  const others = inputsByAction.get(action.replace(/@.*/s, '').toLowerCase()) ?? [];
  const called = (name: RegExp) => inputsCalled(name, step);
  const scripts = [namesOfCommands, camelCase, ...others].flatMap(called);
  return { scripts, unread: undefined };
}

const namesOfCommands = /^(?:(?:pre-|post-)?run|(?:run)?cmd|inlinescript|(?:[\w-]*[-_])?(?:cmd|commands?|scripts?))$/i;
const camelCase = /[a-z](?:Cmd|Commands?|Scripts?)$/;

/** Words by which JavaScript starts programs, or hides that it does. */
const startingInJavascript =
  /(?<![.\w])exec\b|getExecOutput|execSync|execFile|spawn|child_process|\beval\b|\bFunction\b|\bconstructor\b|\b(?:require|import)\s*\((?!\s*(?:'[\w@./:-]+'|"[\w@./:-]+"|`[\w@./:-]+`)\s*\))/;

/** Of actions that call their commands otherwise. */
const inputsByAction: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['changesets/action', [/^(?:publish|version)$/i]],
  ['cypress-io/github-action', [/^(?:build|start)$/i]],
  ['gacts/run-and-post-run', [/^post$/i]],
]);

function inputsCalled(name: RegExp, step: YamlMap | undefined): readonly string[] {
  const given = asMap(step && pairOf(step, 'with')?.value)?.pairs ?? [];
  return given.flatMap(({ key, value }) => (name.test(key.value) ? (textOf(value) ?? []) : []));
}

/** GitHub pastes values into a text before any shell reads it, between its quotes as well. */
export function withSigns(text: string): string {
  return text.replace(/\$\{\{[^'}$]*(?:(?:'[^']*'|\}(?!\})|\$(?!\{\{))[^'}$]*)*\}\}/g, pastedSign);
}

/** Code for another interpreter is what that one is given. */
function readScript(run: string, shell: string): Commands {
  const text = withSigns(run);
  // Behind `bash -c "make undo" {0}` the text is a mere argument of other commands.
  const around = /^\s*\S+(?:\s+(?:-[abd-z]*|--[\w-]+|pipefail|\{0\}))*\s*$/i.test(shell) ? [] : [withSigns(shell)];
  const program = /^\S*/.exec(shell.trim())![0].replace(/^.*\//, '');
  if (/^(?:ba|da|a|z|k)?sh$/.test(program) || (isOfWindows.test(program) && arePlainCommands(text)))
    return { scripts: [text, ...around], unread: undefined };
  if (program.startsWith('${{'))
    return { scripts: [text, ...around], unread: 'only the run knows which shell reads its text' };
  const option = codeOption(program);
  const command = `${program} ${option ?? '-c'} '${text.replaceAll("'", "'\\''")}'`;
  return {
    scripts: [command, ...around],
    unread: option === undefined ? `its text is for \`${program}\`, which is not read` : undefined,
  };
}

const isOfWindows = /^(?:pwsh|powershell|cmd)$/i;
