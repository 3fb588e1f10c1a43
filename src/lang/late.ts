import { createRequire } from 'node:module';

/**
 * A library that is loaded when it is first asked for: starting takes less time without it.
 * @param make what is made of it once
 */
export function loadedLate<Library, Made>(name: string, make: (library: Library) => Made): () => Made {
  let made: { readonly of: Made } | undefined;
  return () => {
    made ??= { of: make(createRequire(import.meta.url)(name) as Library) };
    return made.of;
  };
}
