const optional = { type: 'shell', optional: true };

/** Hooks at all points, which need not find a place in every workflow. */
export const optionalRules = {
  pre_root: [{ ...optional, id: 'hello', command: 'echo hello' }],
  pre_task: [{ ...optional, id: 'lint', command: 'make lint' }],
  post_task: [
    { ...optional, id: 'gate', command: './gate {{task_id}}' },
    { ...optional, id: 'aside', command: './aside', await: false },
    {
      ...optional,
      id: 'ask',
      type: 'llm_eval',
      runner: 'claude',
      prompt: 'Is {{task_id}} done?\n"yes" or \'no\', $HOME',
    },
  ],
  post_roots: [{ ...optional, id: 'ready', command: 'echo ready' }],
  final: [
    { ...optional, id: 'bye', command: 'echo bye' },
    { ...optional, id: 'clean', command: './clean', run: 'always' },
  ],
};
