import { behind, code, command, type Program, type Programs, rows, verbs } from './program.js';

const secureShell: Program = {
  takes: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -p -P -Q -R -S -W -w --ssh --port --server --client',
  code: '-o',
  codeWhere: /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|Match)\s*[=\s]\s*/i,
  reads: 'words',
  behind: 1,
  input: true,
};

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
  verbs: { exec: pod, run: pod, rsh: pod, debug: pod, 'node-shell': pod },
};

/** Programs that run their arguments on other machines and in containers. */
export const machines: Programs = {
  ...rows('ssh rsh mosh slogin', secureShell),
  autossh: { ...secureShell, takes: `${secureShell.takes} -M` },
  ...rows('scp sftp', { ...secureShell, reads: 'each', codeWhere: /^(?:Proxy|Local|KnownHosts)Command\s*[=\s]\s*/i }),
  ...rows('docker podman nerdctl', docker),
  ...rows('docker-compose podman-compose', compose),
  ...rows('kubectl oc k kubecolor', kubectl),
  k3s: command,
  lxc: verbs('exec', behind(1, '--cwd --env --user --group --mode')),
  multipass: verbs('exec', behind(1)),
  vagrant: verbs('ssh', code('-c --command')),
  adb: verbs('shell', { reads: 'words' }, '-s -t -H -P -L'),
  gcloud: { verbs: { compute: verbs('ssh', { ...code('--command', '--zone --project --ssh-flag'), dashes: true }) } },
  heroku: verbs('run', { reads: 'words', takes: '-a --app -r --remote -s --size -e --env' }),
};
