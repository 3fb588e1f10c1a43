/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout extends Size {
  /** Centres, in the order of the boxes. */
  readonly centres: readonly Point[];
  /** Points of a Bézier curve for each arrow, in their order: the first one, then three for each piece. */
  readonly curves: readonly (readonly Point[])[];
}
