/** Programs that a machine may lack or forbid, each with the options that tests use and what it does with the rest. */
export const standIns: Readonly<Record<string, string>> = {
  ...same(['fish', 'mksh', 'zsh', 'ksh'], shell()),
  busybox: '#!/bin/sh\nexec "$@"\n',
  sudo: runner('C:D:g:h:p:R:r:T:t:U:u:AbEeHKnPSs'),
  doas: runner('C:u:Lns'),
  ...same(['unshare', 'nsenter', 'setpriv', 'strace'], runner('t:S:G:R:w:o:e:mfrpuinU', 'reuid regid wd')),
  chroot: '#!/bin/sh\nshift\nexec "$@"\n',
  su: switchUser(),
  runuser: switchUser(),
  ssh: `#!/bin/sh\n${parse('p:l:o:i:')}\nshift\n[ "$1" = -- ] && shift\n[ $# = 0 ] && exec sh\nexec sh -c "$*"\n`,
  docker: container(),
  podman: container(),
  'docker-compose': `#!/bin/sh\nexec docker compose "$@"\n`,
  kubectl: `#!/bin/sh\n[ "$1" = -n ] && shift 2\n[ "$1" = exec ] || exit 0\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`,
  watch: `#!/bin/sh\n${parse('n:d')}\nexec sh -c "$*"\n`,
  parallel: `#!/bin/sh\ncode=\nwhile [ "$1" != ::: ]; do code="$code $1"; shift; done\nshift\nfor one; do\n[ -z "$code" ] && sh -c "$one" || sh -c "$(echo "$code" | sed "s/{}/$one/")"\ndone\n`,
  npx: `#!/bin/sh\n[ "$1" = -c ] && exec sh -c "$2"\nexec "$@"\n`,
  ...same(['npm', 'yarn', 'cargo', 'pytest', 'rsync', 'jq', 'curl', 'git-push'], '#!/bin/sh\nexit 0\n'),
};

function same(names: readonly string[], script: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, script]));
}

/** Passes over options, as `getopts` describes them, and over long ones. */
function parse(options: string, long = ''): string {
  const skips = long.split(' ').map((name) => `--${name}) shift 2;;`);
  return [
    'while :; do case $1 in',
    '--) shift; break;;',
    ...skips,
    '--*) shift;;',
    `-?*) OPTIND=1; getopts ${options} option || break; while [ $OPTIND = 1 ]; do getopts ${options} option || break; done; shift $((OPTIND - 1));;`,
    '*) break;;',
    'esac; done',
  ].join('\n');
}

function runner(options: string, long = ''): string {
  return `#!/bin/sh\n${parse(options, long)}\nexec env "$@"\n`;
}

function shell(): string {
  return `#!/bin/bash\nnoglob() { "$@"; }\nexport -f noglob\ncase $1 in\n--command=*) exec bash -c "\${1#*=}";;\n-c?*) exec bash -c "\${1#-c}";;\nesac\nexec bash "$@"\n`;
}

function switchUser(): string {
  return `#!/bin/sh\n[ "$1" = -u ] && { shift 2; [ "$1" = -- ] && shift; exec "$@"; }\nwhile [ $# -gt 0 ]; do [ "$1" = -c ] && exec sh -c "$2"; shift; done\n`;
}

function container(): string {
  return `#!/bin/sh\n[ "$1" = compose ] && shift\ncase $1 in exec|run) shift;; *) exit 0;; esac\n${'while :; do case $1 in --entrypoint) entry=$2; shift 2;; -v|-e|-u|--name) shift 2;; -*) shift;; *) break;; esac; done'}\nshift\n[ -n "$entry" ] && exec "$entry" "$@"\nexec "$@"\n`;
}
