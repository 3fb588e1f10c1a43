/** How a program reads its arguments, as far as it runs other programs or code. Lists of options have blanks between them. */
export interface Program {
  /** Options with a value, which is the rest of their word or the next one. */
  readonly takes?: string;
  /** Options without one, where all others have one. */
  readonly flags?: string;
  /** Options whose value is code. */
  readonly code?: string;
  /** What is in such a value, or in an operand, before the code. Without it, that is not one. */
  readonly codeWhere?: RegExp;
  /** Options whose value is a file of code. */
  readonly files?: string;
  /** A letter that makes the first operand code. */
  readonly codeFlag?: string;
  /** An option whose value is another program. */
  readonly modules?: string;
  /** What its operands are, the words that are no options; data unless said. */
  readonly reads?: Operands;
  /** How many other operands are before that. */
  readonly behind?: number;
  /** By its first operand. */
  readonly verbs?: Readonly<Record<string, Program>>;
  /** Settings of variables may be before its command. */
  readonly assignments?: true;
  /** More words than are written go to its command, or to its code. */
  readonly open?: true;
  readonly openCode?: true;
  /** Options that name the sign for what is filled in instead. */
  readonly fills?: string;
  /** It reads code from its standard input where it is given none. */
  readonly input?: true;
  /** The language of its code; the shell's unless said. */
  readonly language?: Language;
  /** Letters of options with which it only tells about a program. */
  readonly asks?: RegExp;
}

type Operands =
  /** A program with its arguments. */
  | 'command'
  /** The same, and nobody knows where it begins. */
  | 'anywhere'
  /** Code, all of them together. */
  | 'words'
  /** Code, each of them. */
  | 'each'
  /** Variables, some with a value. */
  | 'declarations'
  /** The first one is code, unless an option has some. */
  | 'first'
  /** The first one is a file of code, unless an option has code. */
  | 'script'
  /** A user, and what runs as that user. */
  | 'login'
  /** Commands behind `-exec`. */
  | 'actions';

/** `names` is of variables, whose index the shell evaluates; `fish` quotes in another way, and `foreign` is of shells that read all in another way. */
export type Language = 'shell' | 'posix' | 'fish' | 'names' | 'awk' | 'sed' | 'make' | 'foreign' | 'other';

/** The table of programs that run other programs, or code. */
export function findProgram(name: string): Program | undefined {
  const row = programs.get(name);
  if (row || !/[\d.e]$/.test(name)) return row;
  return programs.get(name.replace(/[\d.]+$|\.exe$/, ''));
}

const command: Program = { reads: 'command' };
const behind = (count: number, takes = ''): Program => ({ reads: 'command', behind: count, takes });
const options = (takes: string): Program => ({ reads: 'command', takes });
const code = (list: string, takes = ''): Program => ({ code: list, takes });
const verbs = (list: string, row: Program, takes = ''): Program => ({ takes, verbs: rows(list, row) });

const shell: Program = {
  takes: '-o +o -O +O',
  files: '--rcfile --init-file',
  codeFlag: 'c',
  reads: 'script',
  input: true,
};
const interpreter = (list: string, takes = ''): Program => ({
  code: list,
  takes,
  reads: 'script',
  input: true,
  language: 'other',
});
const client = (list: string, takes = ''): Program => ({
  code: list,
  takes,
  files: '-f --file',
  input: true,
  language: 'other',
});
const container: Program = {
  flags:
    '-d -i -t -P -q -T --detach --interactive --tty --rm --init --privileged --publish-all --read-only --no-healthcheck --oom-kill-disable --quiet --sig-proxy --help --no-TTY --no-tty --build --no-deps --service-ports --use-aliases --quiet-pull --remove-orphans --replace --latest',
  code: '--entrypoint',
  openCode: true,
  reads: 'command',
  behind: 1,
};
const compose: Program = {
  takes: '-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress',
  verbs: { exec: container, run: container },
};
const docker: Program = {
  takes: '-H --host -c --context --connection --config -l --log-level --tlscacert --tlscert --tlskey --url --identity',
  verbs: {
    exec: container,
    run: container,
    create: container,
    container: { verbs: { exec: container, run: container } },
    compose,
  },
};
const pod: Program = {
  flags: '-i -t -q --stdin --tty --quiet --rm --attach --command --help --no-tty',
  reads: 'command',
  behind: 1,
};
const kubectl: Program = {
  flags: '--help --insecure-skip-tls-verify --match-server-version --warnings-as-errors',
  verbs: { exec: pod, run: pod, rsh: pod, debug: pod },
};
const packageRunner: Program = {
  takes: '-p --package -w --workspace --prefix -C --dir --filter -F --cwd',
  code: '-c --call',
  reads: 'command',
};
const secureShell: Program = {
  takes: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -p -P -Q -R -S -W -w --ssh --port --server --client',
  code: '-o',
  codeWhere: /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|Match)\s*[=\s]\s*/i,
  reads: 'words',
  behind: 1,
  input: true,
};
const programs: ReadonlyMap<string, Program> = new Map(
  Object.entries<Program>({
    // Shells and their own words.
    ...rows('sh dash ash posh yash', { ...shell, language: 'posix' }),
    ...rows('bash zsh ksh ksh93 mksh lksh oksh pdksh rbash rksh csh tcsh $SHELL ${SHELL} $BASH ${BASH} $0', shell),
    fish: { ...interpreter('-c --command -C --init-command', '-d -D --features'), language: 'fish' },
    ...rows('xonsh elvish nu rc es', { ...interpreter('-c --command --commands'), language: 'foreign' }),
    ...rows('pwsh powershell', { ...interpreter('-c -Command -command -EncodedCommand'), language: 'foreign' }),
    cmd: { reads: 'words', input: true, language: 'other' },
    eval: { reads: 'words' },
    ...rows('source .', { reads: 'script' }),
    trap: { reads: 'first' },
    alias: { reads: 'each', codeWhere: /^[^=]*=/, openCode: true },
    abbr: { reads: 'words' },
    exec: options('-a'),
    command: { reads: 'command', asks: /[vV]/ },
    ...rows('builtin noglob nocorrect - coproc and or not begin', { ...command, assignments: true }),
    time: { ...options('-f --format -o --output'), assignments: true },
    repeat: behind(1),
    hash: { code: '-p', openCode: true },
    ...rows('complete compgen', code('-C', '-A -F -G -P -S -W -X -o')),
    bind: { code: '-x', codeWhere: /^[^:]*:/ },
    ...rows('mapfile readarray', code('-C', '-d -n -O -s -u -c')),
    ...rows('let unset', { reads: 'each', language: 'names' }),
    ...rows('declare typeset local export readonly integer', { reads: 'declarations', language: 'names' }),
    ...rows('test [ printf', { code: '-v', language: 'names' }),
    read: { takes: '-p -d -t -n -N -u -i', code: '-a', reads: 'each', language: 'names' },

    // Programs that run their arguments.
    env: {
      takes: '-u --unset -C --chdir',
      code: '-S --split-string',
      openCode: true,
      reads: 'command',
      assignments: true,
    },
    sudo: {
      takes:
        '-C --close-from -D --chdir -g --group -h --host -p --prompt -R --chroot -r --role -T --command-timeout -t --type -U --other-user -u --user',
      reads: 'command',
      assignments: true,
    },
    doas: { takes: '-C -u', reads: 'command', assignments: true },
    ...rows('su runuser', {
      code: '-c --command',
      takes: '-s --shell -g --group -G --supp-group -w --whitelist-environment -u --user',
      reads: 'login',
      input: true,
    }),
    sg: { code: '-c', reads: 'first', behind: 1 },
    pkexec: options('--user'),
    ...rows('gosu su-exec setuidgid envuidgid envdir taskset', behind(1)),
    ...rows('nohup setsid linux32 linux64 i386 x86_64 catchsegv fakeroot unbuffer valgrind entr firejail', command),
    ...rows('busybox toybox dumb-init caffeinate proxychains proxychains4', options('-f')),
    tini: options('-p -e'),
    'dbus-run-session': options('--config-file --dbus-daemon'),
    'xvfb-run': options('-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args'),
    'systemd-inhibit': options('--what --who --why --mode'),
    nice: options('-n --adjustment'),
    ionice: options('-c --class -n --classdata -p --pid -P --pgid -u --uid'),
    chrt: behind(1, '-T --sched-runtime -P --sched-period -D --sched-deadline'),
    numactl: options('-i --interleave -N --cpunodebind -m --membind -C --physcpubind -p --preferred'),
    prlimit: options('-o --output'),
    stdbuf: options('-i --input -o --output -e --error'),
    ...rows('timeout gtimeout', behind(1, '-k --kill-after -s --signal')),
    chroot: behind(1, '--groups --userspec'),
    unshare: options(
      '-S --setuid -G --setgid -R --root -w --wd --map-user --map-group --map-users --map-groups --propagation --setgroups --monotonic --boottime',
    ),
    nsenter: options('-t --target -S --setuid -G --setgid'),
    setpriv: options(
      '--ambient-caps --inh-caps --bounding-set --ruid --euid --rgid --egid --reuid --regid --groups --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter',
    ),
    ...rows(
      'strace ltrace',
      options('-a -b -e -E -I -o -O -p -P -s -S -u -U -X -l -A --output --trace --string-limit'),
    ),
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
    'cross-env': { reads: 'command', assignments: true },
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
    ...rows('find gfind fd fdfind xterm', { reads: 'actions' }),
    parallel: {
      takes:
        '-j --jobs -a --arg-file -S --sshlogin -N -n -L --colsep -C -d --delimiter --joblog --tmpdir --results --delay --timeout --retries --workdir --env -I',
      open: true,
      reads: 'words',
      input: true,
    },
    ...rows('::: :::+', { reads: 'each' }),
    tmux: { takes: '-f -L -S -T -s -n -t -c -x -y', reads: 'each', openCode: true },
    screen: options('-S -c -e -h -p -s -t -T'),
    ...rows('at batch', { takes: '-q -t', files: '-f', input: true }),
    crontab: { takes: '-u', reads: 'script' },

    // Other machines and containers.
    ...rows('ssh rsh mosh slogin', secureShell),
    autossh: { ...secureShell, takes: `${secureShell.takes} -M` },
    ...rows('scp sftp', { ...secureShell, reads: 'each', codeWhere: /^(?:Proxy|Local|KnownHosts)Command\s*[=\s]\s*/i }),
    ...rows('docker podman nerdctl', docker),
    'docker-compose': compose,
    ...rows('kubectl oc', kubectl),
    k3s: command,
    lxc: verbs('exec', behind(1, '--cwd --env --user --group --mode')),
    multipass: verbs('exec', behind(1)),
    vagrant: verbs('ssh', code('-c --command')),
    adb: verbs('shell', { reads: 'words' }, '-s -t -H -P -L'),
    gcloud: { verbs: { compute: verbs('ssh', code('--command', '--zone --project --ssh-flag')) } },
    heroku: verbs('run', { reads: 'words', takes: '-a --app -r --remote -s --size -e --env' }),

    // Runners of packages and environments.
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
    ...rows('doppler op infisical', verbs('run', options('--env-file -e --env -p --project -c --config'))),
    ...rows('chamber aws-vault', verbs('exec', behind(1))),
    nix: verbs('develop shell', code('-c --command')),
    'nix-shell': code('--run --command', '-p -I -A'),

    // Other languages, and programs that are given a command.
    perl: interpreter('-e -E', '-I'),
    ...rows('python pypy', { ...interpreter('-c', '-W -X'), modules: '-m', takes: '-W -X -m' }),
    timeit: { takes: '-n -r -u', code: '-s', reads: 'each', language: 'other' },
    ruby: interpreter('-e', '-r -I -E -C'),
    ...rows(
      'node nodejs tsx ts-node bun',
      interpreter(
        '-e --eval -p --print -pe',
        '-r --require --import --loader --env-file --input-type -C --conditions --tsconfig',
      ),
    ),
    deno: { verbs: { eval: { reads: 'first', language: 'other' } } },
    php: interpreter('-r -B -R -E', '-d -c -z'),
    ...rows('lua luajit texlua', interpreter('-e', '-l')),
    ...rows('Rscript R julia elixir scala groovy racket guile osascript', interpreter('-e -E --eval --print', '-l -L')),
    ...rows('tclsh wish', interpreter('')),
    expect: interpreter('-c', '-f'),
    ...rows('awk gawk mawk nawk', {
      takes: '-F --field-separator -v --assign',
      files: '-f --file',
      code: '-e --source',
      reads: 'first',
      language: 'awk',
    }),
    ...rows('sed gsed', {
      takes: '-l --line-length',
      files: '-f --file',
      code: '-e --expression',
      reads: 'first',
      language: 'sed',
    }),
    psql: client(
      '-c --command',
      '-d --dbname -h --host -p --port -U --username -v --set --variable -o --output -F -P -R -T',
    ),
    ...rows('mysql mariadb', client('-e --execute', '-h --host -u --user -P --port -D --database -S')),
    sqlite: { takes: '-separator -newline -nullvalue', reads: 'words', behind: 1, input: true, language: 'other' },
    ...rows('duckdb clickhouse-client mongosh', client('-c -q --query --eval --execute', '--host --port -h -u')),
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
    rsync: code('-e --rsh --rsync-path', '-f -B -M -T'),
    cpio: code('--rsh-command --to-command'),
  }),
);

function rows(list: string, row: Program): Readonly<Record<string, Program>> {
  return Object.fromEntries(list.split(' ').map((name) => [name, row]));
}

/** Variables whose value is a command, code, or a file of code to the programs that find them set. */
export const commandVariable =
  /^(?:BASH_ENV|PROMPT_COMMAND|PS[04]|[A-Z_]*EDITOR|VISUAL|[A-Z_]*PAGER|BROWSER|LESSOPEN|LESSCLOSE|GIT_(?:SSH|SSH_COMMAND|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG\w*|EXEC_PATH)|SSH_ASKPASS|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|PERL5\w+|RUBYOPT|RUBYLIB|NODE_OPTIONS|PYTHONSTARTUP|PYTHONPATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|MAKEFLAGS|SHELLOPTS|BASHOPTS)\+?=/;
