/** A name for the variable that brings a value to a command: `HOOK_TASK_ID` for `task_id`. */
export function carriedName(about: string, taken: ReadonlySet<string>): string {
  const plain = `HOOK_${about.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name)) return name;
  }
}
