/** Plain data that nobody can change any more, so that all who get it have the same. */
export function frozen<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null || Object.isFrozen(data)) return data;
  const isList = data instanceof Map || data instanceof Set;
  if (isList) for (const change of changes) Object.defineProperty(data, change, { value: refuse });
  Object.freeze(data);
  for (const value of isList ? data.values() : Object.values(data)) frozen(value);
  return data;
}

/** Freezing keeps nobody from calling them. */
const changes = ['set', 'add', 'delete', 'clear'];

function refuse(): never {
  throw new TypeError('this is read-only');
}
