import { createRequire } from 'node:module';

/**
 * A library that is loaded when it is first asked for: starting takes less time without it.
 * @param make what is made of it once
 */
export function loadedLate<Library, Made>(name: string, make: (library: Library) => Made): () => Made {
  return madeLate(() => make(loading(() => createRequire(import.meta.url)(name)) as Library));
}

/** For a program that is in another state while a library loads, as V8 with its usual flags. */
export function loadLibrariesIn(state: (load: () => unknown) => unknown): void {
  loading = state;
}

let loading = (load: () => unknown): unknown => load();

/** The same for what takes its time to make, such as a schema. */
export function madeLate<Made>(make: () => Made): () => Made {
  let made: { readonly of: Made } | undefined;
  return () => {
    made ??= { of: make() };
    return made.of;
  };
}
