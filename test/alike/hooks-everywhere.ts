const shell = (id: string, command: string, more: object = {}) => ({ id, type: 'shell', command, ...more });

/** A hook in front of the run, at both ends of each task, and in a handler. */
export const hooksEverywhere = {
  enabled: true,
  injections: {
    pre_root: [shell('before', './check {{spec_id}}')],
    pre_task: [shell('open', './open {{task_id}}', { tasks: ['*'] })],
    post_task: [shell('gate', './gate {{task_id}}', { tasks: ['*'] })],
    final: [shell('tell', './tell {{spec_id}}', { run: 'always' })],
  },
};
