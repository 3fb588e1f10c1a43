import { behind, code, command, type Program, type Programs, rows, verbs } from './program.js';

const secureShell: Program = {
  takes: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -p -P -Q -R -S -W -w --ssh --port --server --client',
  code: '-o',
  codeWhere: /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand|Match)\s*[=\s]\s*/i,
  reads: 'words',
  behind: 1,
  input: true,
};

const runFlags =
  '-d -i -t -P -q --detach --interactive --tty --rm --init --privileged --publish-all --read-only --read-only-tmpfs --no-healthcheck --no-hosts --no-hostname --oom-kill-disable --quiet --sig-proxy --disable-content-trust --use-api-socket --help --replace --rmi --tls-verify --http-proxy --env-host --passwd --rootfs --unsetenv-all';

const runOptions =
  '-a --attach --add-host --annotation --arch --authfile --blkio-weight --blkio-weight-device --cap-add --cap-drop --cert-dir --cgroup-conf --cgroup-parent --cgroupns --cgroups --chrootdirs --cidfile --conmon-pidfile --cpu-count --cpu-percent --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c --cpu-shares --cpus --cpuset-cpus --cpuset-mems --creds --decryption-key --detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt --dns-option --dns-search --domainname -e --env --env-file --env-merge --expose --gidmap --gpus --group-add --group-entry --health-interval --health-on-failure --health-retries --health-start-interval --health-start-period --health-timeout --hooks-dir -h --hostname --hostuser --image-volume --init-ctr --init-path --io-maxbandwidth --io-maxiops --ip --ip6 --ipc --isolation --kernel-memory -l --label --label-file --link --link-local-ip --log-driver --log-opt --mac-address -m --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --net --net-alias --network --network-alias --oom-score-adj --os --passwd-entry --personality --pid --pidfile --pids-limit --platform --pod --pod-id-file --preserve-fd --preserve-fds -p --publish --pull --requires --restart --retry --retry-delay --runtime --sdnotify --secret --security-opt --shm-size --shm-size-systemd --stop-signal --stop-timeout --storage-opt --subgidname --subuidname --sysctl --systemd --timeout --tmpfs --tz --uidmap --ulimit --umask --unsetenv -u --user --userns --uts --variant -v --volume --volume-driver --volumes-from -w --workdir';

const started: Program = {
  flags: runFlags,
  takes: runOptions,
  code: '--health-cmd --health-startup-cmd',
  entry: '--entrypoint',
  image: true,
  reads: 'command',
  behind: 1,
};

/** `-l` and `--latest` of podman take the place of the container, which is then no operand. */
const entered: Program = {
  flags: '-d -i -t --detach --interactive --tty --privileged --help --no-session',
  takes: '--cidfile --detach-keys -e --env --env-file --preserve-fd --preserve-fds -u --user --wait -w --workdir',
  reads: 'command',
  behind: 1,
};

const inService: Program = {
  flags: `${runFlags} -T --no-TTY --no-tty --build --no-deps --service-ports --use-aliases --quiet-build --quiet-pull --remove-orphans`,
  takes:
    '--cap-add --cap-drop -e --env --env-from-file -l --label --name --pull -p --publish -u --user -v --volume -w --workdir --index',
  entry: '--entrypoint',
  reads: 'command',
  behind: 1,
};

const compose: Program = {
  flags: '--all-resources --compatibility --dry-run --verbose --no-ansi --help -v --version --in-pod',
  takes:
    '-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress --podman-path --podman-args --podman-run-args -H --host -c --context',
  verbs: { exec: inService, run: { ...inService, image: true } },
};

const docker: Program = {
  flags:
    '-D --debug --tls --tlsverify -v --version --help -r --remote --experimental --insecure-registry --debug-full --syslog --transient-store --noout --trace',
  takes:
    '-H --host -c --context --connection --config -l --log-level --tlscacert --tlscert --tlskey --url --identity -n --namespace -a --address --data-root --cgroup-manager --cgroup-parent --cni-path --cni-netconfpath --conmon --events-backend --hooks-dir --hosts-dir --imagestore --module --network-cmd-path --network-config-dir --out --root --runroot --runtime --runtime-flag --snapshotter --ssh --storage-driver --storage-opt --tmpdir --volumepath --bridge-ip --host-gateway-ip',
  verbs: {
    exec: entered,
    run: started,
    create: started,
    container: { verbs: { exec: entered, run: started, create: started } },
    service: { verbs: { create: started } },
    debug: code('-c --command', '--shell --host --platform'),
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
  ...rows('docker podman podman-remote nerdctl finch', docker),
  ...rows('docker-compose podman-compose', compose),
  ...rows('kubectl oc k kubecolor', kubectl),
  k3s: command,
  ctr: verbs('run task tasks t', { reads: 'anywhere' }, '-n --namespace -a --address'),
  crictl: verbs('exec', behind(1, '--timeout --transport'), '-r --runtime-endpoint -c --config'),
  buildah: verbs('run', entered),
  lxc: verbs('exec', behind(1, '--cwd --env --user --group --mode')),
  multipass: verbs('exec', behind(1)),
  vagrant: verbs('ssh', code('-c --command')),
  adb: verbs('shell', { reads: 'words' }, '-s -t -H -P -L'),
  gcloud: { verbs: { compute: verbs('ssh', { ...code('--command', '--zone --project --ssh-flag'), dashes: true }) } },
  heroku: verbs('run', { reads: 'words', takes: '-a --app -r --remote -s --size -e --env' }),
};
