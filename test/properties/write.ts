import type { DocumentModel, StepModel, Style, WorkflowModel } from './model.js';

/** The whole workflow as one file. */
export function writeWorkflow(model: WorkflowModel): string {
  if (model.style.json) return `${JSON.stringify(asData(model.root, model), null, 2)}\n`;
  const texts = [model.root, ...model.bodies].map((document) => writeDocument(document, model));
  return finish(texts.join('---\n'), model.style);
}

/** The same workflow as a folder of files, the root first. */
export function writeFiles(model: WorkflowModel): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: 'root.yaml', text: finish(writeDocument(model.root, model), model.style) },
    ...model.bodies.map((body) => ({
      path: `${body.name}.yaml`,
      text: finish(writeDocument(body, model), model.style),
    })),
  ];
}

function writeDocument(document: DocumentModel, model: WorkflowModel): string {
  const { style } = model;
  const lines: string[] = [];
  if (style.comments) lines.push(`# ${document.name ?? 'the root'}: made up`);
  if (document.name !== undefined) lines.push(`name: ${document.name}`);
  if (document.type !== undefined) lines.push(`type: ${document.type}   # of ${document.steps.length}`);
  if (document.defaults)
    lines.push('defaults: {continue_on: failed, retry_policy: {limit: 2, interval_sec: 9}, timeout_sec: 500}');
  const whim = document.steps[0]!.whim;
  if (document.handlers && whim % 2 === 0) lines.push(...writeHandlers(model, whim));
  lines.push('steps:');
  document.steps.forEach((step, index) => {
    if (style.blankLines && step.whim % 3 === 0) lines.push('');
    if (style.comments && step.whim % 5 === 0) lines.push(`${' '.repeat(style.indent)}# before ${index}`);
    lines.push(...writeStep(document, index, model));
    if (style.comments && step.whim % 7 === 0) lines.push(`${' '.repeat(style.indent + 4)}# after ${index}`);
  });
  if (document.handlers && whim % 2 === 1) lines.push(...writeHandlers(model, whim));
  return `${lines.join('\n')}\n`;
}

function writeHandlers(model: WorkflowModel, whim: number): readonly string[] {
  const command = model.version === '1.30' ? 'command' : 'run';
  return [
    model.version === '1.30' ? 'handlerOn:' : 'handler_on:',
    '  # what was here before',
    whim % 3 === 0 ? `  exit: {${command}: echo old exit}` : `  exit:\n    ${command}: echo old exit   # kept`,
    ...(whim % 5 === 0 ? [] : [`  failure:`, `    ${command}: |`, '      echo old', '      echo failure']),
  ];
}

function writeStep(document: DocumentModel, index: number, model: WorkflowModel): readonly string[] {
  const step = document.steps[index]!;
  const grouped = step.joins || document.steps[index + 1]?.joins === true;
  const outer = ' '.repeat(model.style.indent);
  const dash = grouped ? (step.joins ? `${outer}  - ` : `${outer}- - `) : `${outer}- `;
  const inner = ' '.repeat(dash.length);
  const fields = fieldsOf(document, index, model);
  if (document.asMap) {
    const [, ...rest] = fields;
    const deeper = `${outer}    `;
    return [
      `${outer}  ${scalar(step.name, step)}:`,
      ...rest.flatMap(([key, value]) => blockValue(key, value, step, deeper)),
    ];
  }
  if (step.whim % 11 === 0) {
    return [`${dash}{ ${fields.map(([key, value]) => `${key}: ${flowValue(value, step)}`).join(', ')} }`];
  }
  return fields.flatMap(([key, value], at) => {
    const lines = blockValue(key, value, step, inner);
    return at === 0 ? [dash + lines[0]!.trimStart(), ...lines.slice(1)] : lines;
  });
}

type Field = readonly [key: string, value: string | readonly string[]];

function fieldsOf(document: DocumentModel, index: number, model: WorkflowModel): readonly Field[] {
  const step = document.steps[index]!;
  const fields: Field[] = step.nameless ? [] : [['name', step.name]];
  if (step.id !== undefined) fields.push(['id', step.id]);
  if (step.calls !== undefined) fields.push(['call', model.bodies[step.calls]!.name!]);
  else fields.push(['command', step.whim % 4 === 0 ? `echo "${index}"\necho done` : `echo '${index}'  # step`]);
  if (step.needs) {
    const needs = step.needs.map((need) => {
      const target = document.steps[need]!;
      return target.id !== undefined && step.whim % 2 === 0 ? target.id : target.name;
    });
    const at = step.whim % 13 === 0 ? 1 : fields.length;
    fields.splice(at, 0, ['depends', needs.length === 1 && step.whim % 6 === 1 ? needs[0]! : needs]);
  }
  return fields;
}

function blockValue(
  key: string,
  value: string | readonly string[],
  step: StepModel,
  indent: string,
): readonly string[] {
  if (typeof value !== 'string') {
    if (value.length === 0 || step.whim % 2 === 0) return [`${indent}${key}: ${flowValue(value, step)}`];
    const deeper = step.whim % 3 === 0 ? '' : '  ';
    return [`${indent}${key}:`, ...value.map((one) => `${indent}${deeper}- ${scalar(one, step)}`)];
  }
  if (key === 'command' && value.includes('\n')) {
    return [`${indent}${key}: |`, ...value.split('\n').map((line) => `${indent}  ${line}`)];
  }
  const comment = step.whim % 17 === 0 ? '   # kept' : '';
  return [`${indent}${key}: ${scalar(value, step)}${comment}`];
}

function flowValue(value: string | readonly string[], step: StepModel): string {
  if (typeof value === 'string') return scalar(value, step);
  const gap = step.whim % 2 === 0 ? ', ' : ' , ';
  return `[${value.map((one) => scalar(one, step)).join(gap)}]`;
}

/** Plain where it is safe, else quoted in one of the two ways. */
function scalar(value: string, step: StepModel): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)) {
    if (step.whim % 4 !== 3) return value;
  }
  if (step.whim % 2 === 0 && !/[\n\t\\]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

function asData(document: DocumentModel, model: WorkflowModel): Record<string, unknown> {
  const { type, handlers, defaults } = document;
  const steps: unknown[] = [];
  document.steps.forEach((step, index) => {
    const data = Object.fromEntries(fieldsOf(document, index, model));
    if (!step.joins) steps.push(document.steps[index + 1]?.joins ? [data] : data);
    else (steps.at(-1) as unknown[]).push(data);
  });
  const exit = model.version === '1.30' ? { handlerOn: { exit: { command: 'echo old exit' } } } : {};
  return {
    ...(type && { type }),
    ...(defaults && { defaults: { continue_on: 'failed' } }),
    ...(handlers && exit),
    steps,
  };
}

function finish(text: string, style: Style): string {
  const cut = style.finalNewline ? text : text.replace(/\n+$/, '');
  return style.crlf ? cut.replaceAll('\n', '\r\n') : cut;
}
