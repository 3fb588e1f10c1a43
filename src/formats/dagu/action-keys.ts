/** All keys that an action takes under `with`; `undefined` where it takes any. */
export function keysOfAction(action: string): ReadonlySet<string> | undefined {
  return keys.get(action) ?? keys.get(`${action.split('.', 1)[0]}.*`);
}

/** Others pass all on that they do not know. Found out by trying: of most families, each action takes the keys of all. */
const keys: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'noop:',
    'dag.run: dag params',
    'dag.enqueue: dag params queue',
    'exec: command args',
    'human.task: prompt form',
    'log.write: message',
    'outputs.write: values',
    'artifact.*: path content mode format pattern overwrite atomic recursive include_dirs max_bytes',
    `file.*: path source destination content mode format pattern overwrite create_dirs atomic recursive missing_ok dry_run
    include_dirs follow_symlinks max_bytes`,
    `state.*: scope namespace key prefix value default expected_version create_only required update limit include_values`,
    'wait.*: duration until path state url method status headers body poll_interval request_timeout',
    'data.*: from to input data select raw has_header headers delimiter columns',
    `git.checkout: repository branch ref path depth force create_branch base delete_branch force_delete_branch token
    username password ssh_key_path ssh_passphrase`,
    'git.worktree.add: branch path create_branch base',
    'git.worktree.remove: branch path force delete_branch force_delete_branch',
  ].map((line) => {
    const [name, taken] = line.split(':') as [string, string];
    return [name, new Set(taken.split(/\s+/).filter((key) => key !== ''))];
  }),
);
