import { behind, code, command, options, type Program, type Programs, rows, verbs } from './program.js';

const packageRunner: Program = {
  takes: '-p --package -w --workspace --prefix -C --dir --filter -F --cwd',
  code: '-c --call',
  reads: 'command',
};

const pythonRunner = options(
  '-p --python --with --with-requirements --with-editable --env-file --extra --group --package --project --directory --from -w --index-url -c',
);

/** Runners of packages and environments. */
export const packages: Programs = {
  ...rows('npx bunx pnpx', packageRunner),
  npm: verbs('exec x', packageRunner, '--prefix -C -w --workspace'),
  pnpm: verbs('exec dlx', packageRunner, '-C --dir --filter -F'),
  yarn: verbs('exec dlx node', packageRunner, '--cwd'),
  bundle: verbs('exec', command),
  ...rows('poetry pipenv hatch pdm rye', verbs('run', command, '-C --directory -P --project -e --env')),
  uv: { verbs: { run: pythonRunner, tool: verbs('run', pythonRunner) } },
  uvx: pythonRunner,
  pipx: verbs('run', options('--spec --python --pip-args --index-url --with --suffix')),
  ...rows('conda mamba micromamba', verbs('run', options('-n --name -p --prefix --cwd'))),
  ...rows('rbenv pyenv nodenv asdf volta', verbs('exec x run', command)),
  mise: verbs('exec x', { takes: '-j --jobs -C --cd -E --env', code: '-c --command', reads: 'anywhere' }),
  rvm: { reads: 'anywhere' },
  ...rows('rvm-exec chruby-exec', behind(1)),
  ...rows('nvm n', verbs('exec', behind(1))),
  fnm: verbs('exec', options('--using --fnm-dir --arch --log-level')),
  ...rows('opam stack cabal dune', verbs('exec', options('--switch --stack-yaml --package --root'))),
  rustup: verbs('run', behind(1)),
  ...rows(
    'pixi devbox',
    verbs('run exec x', options('-e --environment --env --manifest-path -s --spec -c --channel --config')),
  ),
  devenv: verbs('shell', command),
  ...rows('lerna nx', verbs('exec', { reads: 'words', takes: '--scope --ignore --concurrency --since --projects' })),
  cargo: verbs('watch', code('-s --shell', '-x --exec -w --watch -i --ignore -d --delay')),
  direnv: verbs('exec', behind(1)),
  nix: verbs(
    'develop shell',
    { takes: '-c --command', program: '-c --command' },
    '--extra-experimental-features --experimental-features',
  ),
  'nix-shell': code('--run --command', '-p -I -A'),
};
