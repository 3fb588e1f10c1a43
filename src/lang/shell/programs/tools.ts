import { code, command, type Programs, rows, verbs } from './program.js';

/** Programs with another purpose, some of whose options are a command or code. */
export const tools: Programs = {
  gdb: { takes: '-p -d', files: '-x', code: '-ex -iex --ex --eval-command', language: 'other' },
  ...rows('vim vi nvim view ex', { takes: '-u -i -T', files: '-S', code: '-c --cmd', language: 'other' }),
  emacs: { code: '--eval -eval --execute', files: '-l --load', takes: '-f', language: 'other' },
  ...rows('make gmake', {
    files: '-f --file --makefile',
    takes: '-C --directory -I -W -o',
    code: '--eval',
    language: 'make',
  }),
  git: {
    takes: '-C --git-dir --work-tree --namespace --config-env',
    code: '-c',
    codeWhere: /^(?:alias|core|pager|diff|filter|merge|credential|sequence|gpg|difftool|mergetool)\.[^=]*=!?/i,
    openCode: true,
    verbs: {
      submodule: verbs('foreach', { reads: 'words' }),
      bisect: verbs('run', command),
      rebase: code('-x --exec', '-s -X -C --onto'),
      difftool: code('-x --extcmd'),
      config: { reads: 'each', codeWhere: /^!/ },
      'filter-branch': code('--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter'),
      ...rows('clone fetch pull ls-remote', code('--upload-pack')),
      push: code('--receive-pack --exec'),
    },
  },
  ...rows('tar gtar bsdtar', {
    takes: '-f --file -C --directory -X --exclude-from -T --files-from --exclude --transform --strip-components',
    code: '-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command',
    codeWhere: /^(?:exec=)?/,
  }),
  /** Behind `run` and `--` are arguments of what they build. */
  ...rows('go dotnet swift dart zig bazel bazelisk turbo rush k6 newman', {}),
  rsync: code('-e --rsh --rsync-path', '-f -B -M -T'),
  split: code('--filter', '-a -b -C -l -n -t'),
  ed: { takes: '-p --prompt', reads: 'each', codeWhere: /^!/ },
  cpio: code('--rsh-command --to-command'),
};
