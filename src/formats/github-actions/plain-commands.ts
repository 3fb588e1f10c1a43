/**
 * Are these lines of programs with plain words, which every shell reads alike? That much is certain of a shell that is not read. Excluded
 * are programs that run others, and those that Windows would find by another spelling.
 */
export function arePlainCommands(text: string): boolean {
  return text
    .split(/\r?\n|&&|\|\|?|;/)
    .map((line) => line.trim())
    .every((line) => line === '' || /^#[^&]*$/.test(line) || (plain.test(line) && !runsOthers.test(line)));
}

const plain =
  /^(?:[a-z0-9_./-]+|[A-Z][a-z]+-[A-Za-z]+)(?:\s+(?:[\w./:=+\uFFFB-][\w./:=,@+\uFFFB-]*|"[^"$`\\%]*"|'[^'\\%&<>^]*'))*$/;

const runsOthers =
  /^(?:\.|\S*\.(?:exe|cmd|bat|com)|call|cmd|for|forfiles|iex|icm|ii|nal|powershell|pwsh|sajb|sal|saps|start|wsl|(?:invoke-(?:command|expression|item)|start-(?:job|process)|(?:new|set)-alias))(?:\s|$)/i;
