/** What a DAG can say that it is, by version. Both take `graph` and `chain`. */
export const dagTypes = { v1: ['graph', 'chain'], v2: ['graph', 'chain', 'agent', 'build'] } as const;

/** Does one of the versions take it? An empty one is as good as none. */
export function isDagType(type: string): boolean {
  return type === '' || dagTypes.v2.some((known) => known === type);
}
