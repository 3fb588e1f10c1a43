/**
 * Is shell text one program with its arguments, so that something can be put in front of it and it still means the same?
 * In doubt it is not: then the text gets a shell of its own.
 */
export function isSimpleCommand(script: string): boolean {
  const [program] = /^[\w./+-]+(?=\s|$)/.exec(script) ?? [];
  if (program === undefined || shellWords.has(program)) return false;
  const rest = script.replace(/'[^']*'/g, "''").replace(readVariable, '');
  return !/[;&|<>(){}`#\n\\~*?![\]]/.test(rest);
}

/** The shell around it fills that in, whoever runs the program. */
const readVariable = /\$\(printenv [A-Za-z_]\w*\)/g;

/** Words that mean something to the shell itself and are no program, or not the same one. */
const shellWords: ReadonlySet<string> = new Set(
  (
    '. alias bg break case cd command continue do done elif else esac eval exec exit export fg fi for function getopts hash if in ' +
    'jobs local read readonly return select set shift source then time times trap type typeset ulimit umask unalias unset until ' +
    'wait while'
  ).split(' '),
);
