import type { Brief, BriefDenial, BriefHook } from '../model/brief.js';
import { visible } from './visible.js';

/** For the prompt of a generator: plain sentences, no colours, nothing for nobody. Empty where no rule is in force. */
export function briefText({ language, forbidden, required, added, limits }: Brief): string {
  const sections = [
    section('The workflow is for this language:', language === undefined ? [] : [language]),
    section('It must not hold any of these:', forbidden.map(denialLine)),
    section('It must have:', required),
    section(addedTitle(added), added.map(hookLine)),
    section('It must stay so small that:', limits),
  ].filter((one) => one !== '');
  return sections.join('\n');
}

/** The same for programs. */
export function briefJson({ language, forbidden, required, added, limits }: Brief): string {
  const view = {
    version: 1,
    language: language ?? null,
    forbidden: forbidden.map(({ message, what, severity }) => ({ message, what: what ?? null, severity })),
    required,
    added: added.map(({ where, step, isGate }) => ({ where, step, gate: isGate })),
    limits,
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function denialLine({ message, what, severity }: BriefDenial): string {
  const which = what === undefined ? '' : ` (a step that ${what})`;
  return `${message}${which}${severity === 'warning' ? '; this is only warned of' : ''}`;
}

function hookLine({ where, step, isGate }: BriefHook): string {
  return `${where}: ${step}${isGate ? ', which must succeed' : ''}`;
}

function addedTitle(added: readonly BriefHook[]): string {
  const gates = added.some(({ isGate }) => isGate)
    ? ' Where one that must succeed fails, what follows does not run.'
    : '';
  return `These steps are added to it afterwards. Do not write them yourself.${gates}`;
}

/** A line each, so that no text of a rule can pass for another one. */
function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${title}\n${lines.map((line) => `- ${visible(line).replaceAll('\n', ' ')}\n`).join('')}`;
}
