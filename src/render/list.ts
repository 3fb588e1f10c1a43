import { isOfPolicy, layerNames, type WrittenStep } from '../model/layer.js';
import type { Denial } from '../model/match.js';
import { roleOf } from '../model/picture.js';
import { hookPoints, type Rule } from '../model/rule.js';
import type { Span } from '../model/source.js';
import type { Colors } from './colors.js';
import type { Locator } from './locator.js';
import { textWidth, visible } from './visible.js';

/** What a configuration comes to, after its layers are merged. */
export interface Listing {
  readonly enabled: boolean;
  /** The weakest first. */
  readonly files: readonly { readonly layer: string; readonly path: string; readonly isPack: boolean }[];
  readonly definitions: ReadonlyMap<string, WrittenStep>;
  readonly rules: readonly ListedRule[];
  readonly deny: readonly ListedDenial[];
}

/** A rule, and whether its step only reports what it finds. */
type ListedRule = Rule & { readonly observes: boolean };

/** What is forbidden, and that as half a sentence: "runs `terraform destroy`". */
type ListedDenial = Denial & { readonly what: string };

/** For people: which files, which steps, which rules, and where each is written. */
export function listText(listing: Listing, locate: Locator, colors: Colors): string {
  const { enabled, files, definitions, rules, deny } = listing;
  const hasPolicy = rules.some(isOfPolicy) || deny.some(({ ofPolicy }) => ofPolicy);
  const sections = [
    section(
      'Configuration, the weakest first:',
      files.map(({ layer, path, isPack }) => [isPack ? `${layer}, pack` : layer, path]),
      colors,
    ),
    section(
      'Steps:',
      [...definitions].map(([name, step]) => [name, step.type, placeText(step.nameSpan, locate)]),
      colors,
    ),
    ...hookPoints.map((point) =>
      section(
        `Rules at ${point}:`,
        rules.filter((rule) => rule.point === point).map((rule) => ruleRow(rule, hasPolicy, locate)),
        colors,
      ),
    ),
    section(
      'Forbidden:',
      deny.map((denial) => denialRow(denial, hasPolicy, locate)),
      colors,
    ),
  ];
  const none = files.length === 0 ? 'No configuration is here. ' : '';
  return `${sections.join('')}${colors.strong(`${none}${enabled ? 'Hooks are enabled.' : 'Hooks are not enabled.'}`)}\n`;
}

/** The same for programs. */
export function listJson({ enabled, files, definitions, rules, deny }: Listing, locate: Locator): string {
  const place = (span: Span) => ({ file: span.file, ...locate(span)?.start });
  const view = {
    version: 1,
    enabled,
    layers: files.map(({ layer, path, isPack }) => ({ layer, file: path, ...(isPack && { pack: true }) })),
    steps: [...definitions].map(([name, step]) => ({ name, type: step.type, place: place(step.nameSpan) })),
    rules: rules.map((rule) => ({
      id: rule.id,
      point: rule.point,
      step: rule.step.name ?? null,
      type: rule.step.type,
      tasks: rule.tasks.map((pattern) => pattern.text),
      tasks_exclude: rule.tasksExclude.map((pattern) => pattern.text),
      when: rule.when?.text ?? null,
      order: rule.order,
      gate: roleOf({ rule, observes: rule.observes }),
      layer: layerNames[rule.layer],
      policy: isOfPolicy(rule),
      place: place(rule.span),
    })),
    deny: deny.map(({ message, what, severity, ofPolicy, span }) => ({
      message,
      what,
      severity,
      policy: ofPolicy === true,
      place: place(span),
    })),
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function ruleRow(rule: ListedRule, hasPolicy: boolean, locate: Locator): readonly string[] {
  const without = rule.tasksExclude.map((pattern) => pattern.text);
  const tasks = rule.tasks.map((pattern) => pattern.text).join(', ');
  const remarks = [
    ...(rule.step.name === undefined ? ['inline'] : []),
    ...(isObservation(rule) ? ['observation'] : []),
  ];
  const step = `${rule.step.name ?? rule.step.type}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
  return [
    rule.id,
    step,
    ...(hasPolicy ? [isOfPolicy(rule) ? 'policy' : ''] : []),
    `${tasks}${without.length > 0 ? ` without ${without.join(', ')}` : ''}${rule.when ? ` when ${rule.when.text}` : ''}`,
    placeText(rule.span, locate),
  ];
}

/** It is called what it is, so that nobody takes it for a gate. */
function isObservation(rule: ListedRule): boolean {
  return roleOf({ rule, observes: rule.observes }) === 'observation';
}

function denialRow(denial: ListedDenial, hasPolicy: boolean, locate: Locator): readonly string[] {
  const { message, what, severity, ofPolicy, span } = denial;
  return [severity, message, ...(hasPolicy ? [ofPolicy ? 'policy' : ''] : []), `what ${what}`, placeText(span, locate)];
}

function placeText(span: Span, locate: Locator): string {
  const start = locate(span)?.start;
  return start ? `${span.file}:${start.line}:${start.column}` : span.file;
}

/** Columns as wide as their widest cell; nothing for no rows. */
function section(title: string, rows: readonly (readonly string[])[], colors: Colors): string {
  if (rows.length === 0) return '';
  const shown = rows.map((row) => row.map((cell) => visible(cell).replaceAll('\n', '␊')));
  const widths = shown[0]!.map((_, column) => Math.max(...shown.map((row) => textWidth(row[column]!))));
  const lines = shown.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(widths[column]! - textWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
  return `${colors.heading(title)}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
