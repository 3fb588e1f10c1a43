/** What a name means before the run: one of these texts. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** What a workflow itself says about the names that the engine knows in a text. */
export interface Known {
  readonly engines: readonly ('v1' | 'v2')[];
  /** The numbers of those without a name included. */
  readonly params: Names;
  /** Of the DAG, and in 2.x of those that call it. */
  readonly env: Names;
  /** Of the step. */
  readonly own: Names;
  /** By their whole path: `consts.X`, `foreach.item`, `step.name`. */
  readonly paths: Names;
  /** What steps leave for later ones: only the run knows the values. */
  readonly late: ReadonlySet<string>;
  /** Why there may be more parameters, in words that end the sentence "…, because". */
  readonly unreadParams: string | undefined;
  /** So many characters are made of a text of a few: less where there are very many steps. */
  readonly room: number;
  /** Why it is not all, in words that end the sentence "…, because". */
  readonly unsure: string | undefined;
}

/** What is known in a part of a document besides. */
export interface More extends Partial<Pick<Known, 'params' | 'env' | 'own' | 'paths' | 'unreadParams'>> {
  /** Why it is not all, in words that end the sentence "…, because". */
  readonly unsure?: string | undefined;
}

/** What is known in a part of a document. */
export function withMore(known: Known, { params, env, own, paths, unreadParams }: More): Known {
  return {
    ...known,
    params: merged(known.params, params),
    env: merged(known.env, env),
    own: merged(known.own, own),
    unreadParams: known.unreadParams ?? unreadParams,
    // The innermost step and item are those that are meant.
    paths: paths ? new Map([...known.paths, ...paths]) : known.paths,
  };
}

/** Both count: which of two is in force depends on the version, and on who starts the run. */
function merged(names: Names, more: Names | undefined): Names {
  if (!more || more.size === 0) return names;
  const all = new Map(names);
  for (const [name, values] of more) all.set(name, [...(all.get(name) ?? []), ...values]);
  return all;
}
