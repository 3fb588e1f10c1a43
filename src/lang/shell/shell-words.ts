/** Words of the language, where a command may begin. */
export const reservedWords: ReadonlySet<string> = new Set(
  'case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
);

/** Commands that only the shell itself has, or has in another way than the program of that name. */
export const builtIns: ReadonlySet<string> = new Set(
  (
    '. alias bg break cd command continue eval exec exit export fg getopts hash jobs local read readonly return set shift source ' +
    'times trap type typeset ulimit umask unalias unset wait'
  ).split(' '),
);
