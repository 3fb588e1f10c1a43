import type { ExplainedVariable } from '../../../model/explanation.js';
import type { Rule } from '../../../model/rule.js';
import type { Word } from '../../../model/step.js';
import type { Lookup, NoValue, VariableSource } from '../../variables/variable-table.js';

/** What a variable is at a place, or why it has no value there. */
export function explainVariable(name: string, lookup: Lookup, rule: Rule | undefined): ExplainedVariable {
  const written = rule?.action?.variables.has(name) ? `\${${name}}` : `{{${name}}}`;
  if (!lookup.ok && lookup.why === 'not-here')
    return { name, written, value: undefined, source: lookup.here.reason, span: undefined };
  if (!lookup.ok) return { name, written, value: undefined, source: reasons[lookup.why], span: lookup.within };
  const { source } = lookup;
  return {
    name,
    written,
    value: textOf(lookup.value),
    source: sourceText(source),
    span: 'span' in source ? source.span : undefined,
  };
}

const reasons: Readonly<Record<NoValue, string>> = {
  'no-task': 'there is no task here',
  unknown: 'there is no such variable',
  unset: 'it has no value',
  circular: 'it is defined by itself in `context`',
  secret: 'it is a secret by its name, and is not written down',
};

function sourceText(source: VariableSource): string {
  switch (source.kind) {
    case 'option':
      return '--var';
    case 'vars':
      return 'hooks.vars';
    case 'parameter':
      return 'the parameters of the pack';
    case 'environment':
      return 'the environment where dagweave runs';
    case 'place':
      return 'the place of the hook';
    case 'context':
      return 'hooks.context';
    case 'workflow':
      return `${source.name} in the env of ${source.dag}`;
    case 'default':
      return 'the default';
  }
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
