/**
 * Why nothing may be sent to an address; `undefined` where it may. What is in the address by name only, as `${NAME}` or
 * `{{name}}`, is held against the same rule when it is known.
 */
export function addressProblem(address: string): string | undefined {
  if (/^(?:\$\{|\{\{)/.test(address)) return undefined;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return 'is no address: it has to start with https://, or be ${NAME} of a variable that does';
  if (scheme === 'https') return undefined;
  if (scheme !== 'http') return `cannot be sent to by ${scheme}: use https`;
  const authority = address.slice('http://'.length).split(/[/?#]/)[0]!;
  if (/[{$]/.test(authority)) return undefined;
  return isThisMachine(authority.replace(/^.*@/, '').replace(/:\d*$/, ''))
    ? undefined
    : 'would be sent without encryption: use https; http is for this machine only';
}

/** @param host as in an address, IPv6 in brackets */
export function isThisMachine(host: string): boolean {
  return host.toLowerCase() === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]';
}
