import { behind, command, options, type Program, type Programs, rows } from './program.js';

const asShell = /^-(?:[A-Za-z]*[is]|-shell|-login)$/;
const shellOr = (takes: string): Program => ({ ...options(takes), input: true });

/** Programs that run their arguments. */
export const wrappers: Programs = {
  env: {
    takes: '-u --unset -C --chdir',
    code: '-S --split-string',
    openCode: true,
    reads: 'command',
    assignments: 'words',
  },
  sudo: {
    takes:
      '-C --close-from -D --chdir -g --group -h --host -p --prompt -R --chroot -r --role -T --command-timeout -t --type -U --other-user -u --user',
    reads: 'command',
    input: asShell,
    assignments: 'words',
  },
  doas: { takes: '-C -u', reads: 'command', input: asShell, assignments: 'words' },
  ...rows('su runuser', {
    code: '-c --command',
    takes: '-s --shell -g --group -G --supp-group -w --whitelist-environment -u --user',
    reads: 'login',
    input: true,
  }),
  sg: { code: '-c', reads: 'first', behind: 1 },
  pkexec: options('--user'),
  ...rows('gosu su-exec setuidgid envuidgid envdir taskset', behind(1)),
  ...rows(
    'nohup setsid uname26 linux32 linux64 i386 x86_64 catchsegv fakeroot unbuffer valgrind entr firejail',
    command,
  ),
  ...rows('busybox toybox dumb-init caffeinate proxychains proxychains4', options('-f')),
  tini: options('-p -e'),
  'dbus-run-session': options('--config-file --dbus-daemon'),
  'xvfb-run': options('-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args'),
  'systemd-inhibit': options('--what --who --why --mode'),
  nice: options('-n --adjustment'),
  ionice: options('-c --class -n --classdata -p --pid -P --pgid -u --uid'),
  choom: options('-n --adjust -p --pid'),
  chrt: behind(1, '-T --sched-runtime -P --sched-period -D --sched-deadline'),
  numactl: options('-i --interleave -N --cpunodebind -m --membind -C --physcpubind -p --preferred'),
  prlimit: options('-o --output'),
  stdbuf: options('-i --input -o --output -e --error'),
  ...rows('timeout gtimeout', behind(1, '-k --kill-after -s --signal')),
  chroot: { ...behind(1, '--groups --userspec'), input: true },
  unshare: shellOr(
    '-S --setuid -G --setgid -R --root -w --wd --map-user --map-group --map-users --map-groups --propagation --setgroups --monotonic --boottime',
  ),
  nsenter: shellOr('-t --target -S --setuid -G --setgid'),
  setpriv: options(
    '--ambient-caps --inh-caps --bounding-set --ruid --euid --rgid --egid --reuid --regid --groups --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter',
  ),
  ...rows('strace ltrace', options('-a -b -e -E -I -o -O -p -P -s -S -u -U -X -l -A --output --trace --string-limit')),
  flock: { takes: '-w --wait --timeout -E --conflict-exit-code', code: '-c --command', reads: 'command', behind: 1 },
  script: {
    takes: '-E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m --logging-format -o --output-limit',
    code: '-c --command',
    reads: 'command',
    behind: 1,
  },
  watch: { takes: '-n --interval -q --equexit', reads: 'words' },
  ...rows('bwrap perf systemd-run setarch', { reads: 'anywhere' }),
  'start-stop-daemon': { code: '-x --exec', openCode: true },
  sshpass: options('-p -f -d -P'),
  chpst: options('-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -r -t'),
  'ssh-agent': options('-a -t -E -O -P'),
  hyperfine: {
    takes: '-w --warmup -m --min-runs -M --max-runs -r --runs -L -P --export-json --export-markdown --export-csv -u',
    code: '-p --prepare -s --setup -c --cleanup',
    reads: 'each',
  },
  concurrently: { takes: '-n --names -c --prefix-colors -p --prefix -m --max-processes -s --success', reads: 'each' },
  'cross-env': { reads: 'command', assignments: 'words' },
  'cross-env-shell': { reads: 'words' },
  ...rows('dotenv dotenvx', {
    takes: '-e -f --file --env-file',
    verbs: { run: options('-f --env-file') },
    reads: 'command',
  }),
  xargs: {
    takes: '-a --arg-file -d --delimiter -E -I -J -L -n --max-args -P --max-procs -R -s --max-chars -S',
    fills: '-I -J',
    open: true,
    reads: 'command',
  },
  ...rows('find gfind', { reads: 'actions', actions: /^-(?:exec|ok)(?:dir)?$/ }),
  ...rows('fd fdfind', { reads: 'actions', actions: /^(?:-[A-Za-z]*[xX]|--exec(?:-batch)?)$/ }),
  xterm: { reads: 'actions', actions: /^-e$/ },
  parallel: {
    takes:
      '-j --jobs -a --arg-file -S --sshlogin -N -n -L --colsep -C -d --delimiter --joblog --tmpdir --results --delay --timeout --retries --workdir --env -I',
    fills: '-I',
    lists: /^:::+\+?$/,
    open: true,
    reads: 'words',
    input: true,
  },
  tmux: { takes: '-f -L -S -T -s -n -t -c -x -y', reads: 'each', openCode: true },
  screen: options('-S -c -e -h -p -s -t -T'),
  ...rows('at batch', { takes: '-q -t', files: '-f', input: true }),
  crontab: { takes: '-u', reads: 'script' },
};
