import { parseAllDocuments } from 'yaml';

/** What a workflow says, however it is written: one text for equal meanings. Key order, comments, style and order of needs play no part. */
export function meaningOf(text: string): string {
  const documents = parseAllDocuments(text, { merge: true });
  if (!Array.isArray(documents)) return '[]';
  return JSON.stringify(
    documents.map((one) => plainDocument(one.toJS({ maxAliasCount: -1 }) as unknown)),
    sortKeys,
  );
}

function plainDocument(document: unknown): unknown {
  if (!isMap(document)) return document;
  const { steps, ...rest } = document;
  const handlers = document.handlerOn ?? document.handler_on;
  return {
    ...rest,
    ...(isMap(handlers) && { handlerOn: plainHandlers(handlers), handler_on: undefined }),
    steps: plainSteps(steps),
  };
}

function plainSteps(steps: unknown): unknown {
  const names = namesById(steps);
  const plain = (step: unknown) => plainStep(step, names);
  if (Array.isArray(steps)) return steps.map((step) => (Array.isArray(step) ? step.map(plain) : plain(step)));
  if (isMap(steps)) return Object.entries(steps).map(([name, step]) => [name, plain(step)]);
  return steps;
}

function namesById(steps: unknown): ReadonlyMap<string, string> {
  const list = Array.isArray(steps) ? steps.flat() : isMap(steps) ? Object.values(steps) : [];
  return new Map(
    list.flatMap((step) =>
      isMap(step) && step.id && step.name ? [[String(step.id), String(step.name)] as const] : [],
    ),
  );
}

/** A command alone is a step with that command; an empty list of needs is no need; an id means the name beside it. */
function plainStep(step: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!isMap(step)) return { command: step };
  const { depends, run, ...fields } = step;
  const needs = typeof depends === 'string' ? [depends] : Array.isArray(depends) ? depends : [];
  const command =
    run === undefined ? {} : Object.keys(step).length === 1 || !('command' in step) ? { command: run } : { run };
  return {
    ...fields,
    ...command,
    ...(needs.length > 0 && {
      depends: [...new Set(needs.map((need) => names.get(String(need)) ?? String(need)))].sort(),
    }),
  };
}

/** A list of one command is that command, and a handler waits for nothing. */
function plainHandlers(handlers: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(handlers).map(([event, handler]) => {
      if (!isMap(handler)) return [event, handler];
      const { depends, ...fields } = handler;
      const plain = Object.entries(fields).map(([key, value]) => [
        key,
        Array.isArray(value) && value.length === 1 ? value[0] : value,
      ]);
      return [event, Object.fromEntries(plain)];
    }),
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
