/** A list whose entries need not be there before they are asked for; an array is one. */
export interface Listing<Entry> {
  readonly length: number;
  at(index: number): Entry | undefined;
}
