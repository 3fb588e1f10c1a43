import { behind, code, command, options, type Programs, rows, verbs } from './program.js';

const inImage = behind(
  1,
  '--bind -B --env --env-file -H --home --pwd --cwd -W --workdir --overlay --scratch -S --network --security --mount',
);

/** Programs that run their arguments in virtual machines and clusters, and on many machines. */
export const fleets: Programs = {
  ...rows('apptainer singularity', verbs('exec run', inImage)),
  enroot: verbs('start', behind(1, '-e --env -m --mount -c --conf --rc')),
  incus: verbs('exec', behind(1, '--cwd --env --user --group --mode')),
  'lxc-attach': options('-n --name -e -f --rcfile -u --uid -g --gid -v --set-var'),
  'systemd-nspawn': { reads: 'anywhere' },
  schroot: options('-c --chroot -u --user -d --directory -s --shell -o --option -n --session-name'),
  proot: options('-r --rootfs -b --bind -w --cwd --pwd -q --qemu -R -S -k -m'),
  limactl: verbs('shell', behind(1, '--workdir --shell')),
  lima: command,
  toolbox: verbs('run', options('-c --container -d --distro -r --release')),
  'distrobox-enter': { dashes: true },
  ...rows('flatpak-spawn', command),
  snap: verbs('run', command),
  wsl: { takes: '-d --distribution -u --user --cd', program: '-e --exec', reads: 'words' },
  ...rows('fly flyctl', verbs('ssh', verbs('console', code('-C --command', '-a --app -s --select -r --region')))),
  railway: verbs('run', options('-s --service -e --environment -p --project')),
  ddev: verbs('exec', { reads: 'words', takes: '-s --service -d --dir' }),
  dagger: verbs('run', options('--progress')),
  depot: verbs('exec', options('--project --platform --token')),
  coder: verbs('ssh', { reads: 'words', behind: 1 }),
  gh: {
    verbs: rows('codespace cs', verbs('ssh', { dashes: true, reads: 'words', takes: '-c --codespace --profile' })),
  },
  aws: {
    verbs: { ecs: verbs('execute-command', code('--command', '--cluster --container --task --region --profile')) },
  },
  az: { verbs: { vm: verbs('run-command', verbs('invoke create', code('--scripts --script', '-g -n --command-id'))) } },
  tsh: {
    takes: '--proxy --user --cluster -l',
    verbs: {
      ssh: { reads: 'words', behind: 1, takes: '-l --login -p --port -A' },
      kube: verbs('exec', { dashes: true }),
    },
  },
  ...rows('pssh parallel-ssh', {
    takes:
      '-h --hosts -H --host -l --user -p --par -o --outdir -e --errdir -t --timeout -O --option -x --extra-args -X --extra-arg',
    reads: 'words',
  }),
  ...rows('pdsh clush', { takes: '-w --nodes -x -g -l -t -u -f -R -o', reads: 'words' }),
  ansible: code(
    '-a --args',
    '-m --module-name -i --inventory -u --user -e --extra-vars -f --forks -l --limit -M -c -T -o -t -B -P',
  ),
  salt: { reads: 'words', behind: 2 },
  knife: verbs('ssh', { reads: 'words', behind: 1, takes: '-x -i -P -a -p -C' }),
  bolt: verbs('command', verbs('run', { reads: 'first', takes: '-t --targets -u --user -p --password -i' })),
  ...rows(
    'srun salloc',
    options(
      '-n --ntasks -N --nodes -p --partition -t --time -c --cpus-per-task -J --job-name -A --account -o --output -e --error -w --nodelist --mem --gres -G --gpus -q --qos -D --chdir',
    ),
  ),
  sbatch: { code: '--wrap', reads: 'script', takes: '-n -N -p -t -c -J -A -o -e -w --mem --gres -G -q -D' },
  ...rows('mpirun mpiexec', options('-n -np --np -c -H --host -host --hostfile -hostfile -x -wdir -wd --map-by --mca')),
  bsub: { takes: '-J -q -n -o -e -W -R -M -P -g -w -m', reads: 'words' },
  condor_run: { takes: '-a -u', reads: 'words' },
  ray: { verbs: { exec: { reads: 'words', behind: 1 }, job: verbs('submit', { dashes: true }) } },
  sky: verbs('exec', { reads: 'words', behind: 1 }),
};
