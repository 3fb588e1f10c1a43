/**
 * Does a permission rule such as `Bash(git *)`, `Edit(*.ts)` or `mcp__memory` meet this call of a tool? Where that cannot be told,
 * it does: a hook that runs once too often is better than a gate that is passed by.
 */
export function meetsPermissionRule(rule: string, tool: string, args: Readonly<Record<string, unknown>>): boolean {
  const [, name, pattern] = /^([^()\s]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  if (name === undefined) return true;
  if (!wildcard(name)(tool)) return false;
  if (pattern === undefined || pattern === '' || pattern === '*') return true;
  if (typeof args.command === 'string') return commandsIn(args.command).some(commandTest(pattern));
  if (pattern.startsWith('domain:')) return meetsDomain(pattern.slice('domain:'.length), args.url);
  const path = [args.file_path, args.notebook_path, args.path].find((one) => typeof one === 'string');
  return path === undefined || pathTest(pattern)(path as string);
}

/** `git:*` is the older way to write `git` and anything behind it. */
function commandTest(pattern: string): (command: string) => boolean {
  if (!pattern.endsWith(':*')) return wildcard(pattern);
  const start = pattern.slice(0, -2);
  return (command) => command === start || command.startsWith(`${start} `);
}

/** The parts of a command line that the shell runs one by one, and the line itself. */
function commandsIn(line: string): readonly string[] {
  return [line, ...line.split(/&&|\|\||[;|&\n()`]/)].map((part) =>
    part.trim().replace(/^(?:[A-Za-z_]\w*=\S*\s+)+/, ''),
  );
}

function meetsDomain(domain: string, url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return true;
  return wildcard(domain)(new URL(url).hostname);
}

/** As in ignore files: a pattern without a slash meets the last part of the path, any other one its end. */
function pathTest(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^(?:\/\/|~\/|\.\/|\/)/, '');
  const meets = wildcard(bare.replaceAll('**', '*'));
  return (path) => path.split('/').some((_, index, parts) => meets(parts.slice(index).join('/')));
}

/** `*` stands for anything. Pieces are found one after another, so that no pattern can take long. */
function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
