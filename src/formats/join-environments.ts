type Environment = ReadonlyMap<string, string>;

/** What a step finds: the inner one wins. Without one, all that are in the outer one share it, however long it is. */
export function joinEnvironments(outer: Environment, inner: Environment): Environment {
  return inner.size === 0 ? outer : new Map([...outer, ...inner]);
}
