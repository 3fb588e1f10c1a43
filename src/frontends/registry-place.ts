/** What lies there is meant as a hook, whatever it says. */
export function liesInRegistry(path: string): boolean {
  return /(^|[\\/])\.system[\\/]hooks[\\/][^\\/]+$/.test(path);
}
