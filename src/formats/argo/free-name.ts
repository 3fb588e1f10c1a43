/** A name that none of these is: the wanted one, or that with a number. */
export function freeName(wanted: string, names: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!names.has(name)) return name;
  }
}
