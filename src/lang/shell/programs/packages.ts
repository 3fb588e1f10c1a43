import { behind, code, command, options, type Program, type Programs, rows, verbs } from './program.js';

const packageRunner: Program = {
  takes: '-p --package -w --workspace --prefix -C --dir --filter -F --cwd',
  code: '-c --call',
  reads: 'command',
};

/** Runners of packages and environments. */
export const packages: Programs = {
  ...rows('npx bunx pnpx', packageRunner),
  npm: verbs('exec x', packageRunner, '--prefix -C -w --workspace'),
  pnpm: verbs('exec dlx', packageRunner, '-C --dir --filter -F'),
  yarn: verbs('exec dlx node', packageRunner, '--cwd'),
  bundle: verbs('exec', command),
  ...rows('poetry pipenv hatch pdm rye', verbs('run', command, '-C --directory -P --project -e --env')),
  uv: verbs(
    'run',
    options('-p --python --with --with-requirements --env-file --extra --group --package --project --directory'),
  ),
  ...rows('conda mamba micromamba', verbs('run', options('-n --name -p --prefix --cwd'))),
  ...rows('rbenv pyenv nodenv asdf mise volta', verbs('exec x run', command)),
  direnv: verbs('exec', behind(1)),
  op: verbs('run', options('--env-file -e --env -p --project -c --config')),
  ...rows(
    'doppler infisical',
    verbs('run', { takes: '-e --env -p --project -c --config', code: '--command', reads: 'command' }),
  ),
  ...rows('chamber aws-vault', verbs('exec', behind(1))),
  nix: verbs(
    'develop shell',
    { takes: '-c --command', program: '-c --command' },
    '--extra-experimental-features --experimental-features',
  ),
  'nix-shell': code('--run --command', '-p -I -A'),
};
