import { behind, code, command, interpreter, options, type Program, type Programs, rows } from './program.js';

const shell: Program = {
  takes: '-o +o -O +O',
  files: '--rcfile --init-file',
  codeFlag: 'c',
  reads: 'script',
  input: true,
};

/** Shells and their own words. */
export const shells: Programs = {
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
  ...rows('builtin noglob nocorrect - coproc and or not begin', { ...command, assignments: 'shell' }),
  time: { ...options('-f --format -o --output'), assignments: 'shell' },
  repeat: behind(1),
  hash: { code: '-p', openCode: true },
  ...rows('complete compgen', code('-C', '-A -F -G -P -S -W -X -o')),
  bind: { code: '-x', codeWhere: /^[^:]*:/ },
  ...rows('mapfile readarray', code('-C', '-d -n -O -s -u -c')),
  ...rows('let unset', { reads: 'each', language: 'names' }),
  ...rows('declare typeset local export readonly integer', { reads: 'declarations', language: 'names' }),
  ...rows('test [ printf', { code: '-v', language: 'names' }),
  read: { takes: '-p -d -t -n -N -u -i', code: '-a', reads: 'each', language: 'names' },
};
