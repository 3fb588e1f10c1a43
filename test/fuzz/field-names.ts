/** Keys that change how the engine, and so the compiler, reads a workflow. */
export const fieldNames = [
  ...[
    'steps',
    'name',
    'id',
    'depends',
    'command',
    'run',
    'script',
    'call',
    'action',
    'with',
    'parallel',
    'type',
    'env',
  ],
  ...['handlerOn', 'handler_on', 'preconditions', 'output', 'container'],
] as const;
