import type { Random } from '../random.js';

/** A document that says about the same in a form that is other than plain: such a document is read in full, whatever the others are. */
export function inOtherForm(document: string, of2x: boolean, random: Random): string {
  const step = /^( *)-( +)name: /m.exec(document);
  if (!step) return document;
  const [first, indent, gap] = step;
  const inner = `${indent!} ${gap!}`;
  const before = (lines: string) => document.replace(first!, `${lines}${first!}`);
  const named = /^( *- +)name: (\S+)\n +/m;
  return random.pick([
    () => document.replace(named, '$1'),
    () => document.replace(named, `$1name: ""\n${inner}`),
    () => before(`${indent}-${gap}command: echo first\n`),
    () => before(`${indent}-${gap}id: early\n${inner}command: echo first\n`),
    () => before(`${indent}- echo first\n`),
    () => before(`${indent}-${gap}name: kept\n${inner}command: |+\n${inner}  echo kept\n\n`),
    () =>
      before(`${indent}-${gap}name: told\n${inner}command: &told echo told\n`).replace(
        /description: .*/,
        'description: *told',
      ),
    () => before(`${indent}-${gap}&base\n${inner}name: base\n${inner}command: echo base\n`),
    () => before(`${indent}- {name: braced, command: echo braced}\n`),
    () => before(`${indent}-\n${inner}name: below\n${inner}command: echo below\n`),
    () =>
      before(
        `${indent}- - name: left\n${indent}    command: echo left\n${indent}  - name: right\n${indent}    command: echo right\n`,
      ),
    () => document.replace('steps:', 'steps: # all of them\n'),
    () => document.replace(/^name: /m, '"name": '),
    () => `${of2x ? 'defaults:\n  timeout_sec: 9\n' : 'precondition: "true"\n'}${document}`,
    () => `${document.trimEnd()}\n# the end\n\n\n`,
  ])();
}
