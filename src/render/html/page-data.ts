import type { PictureEdge } from '../../model/picture.js';
import type { BoxScene } from '../graph/scene.js';

/**
 * What the report writes into its page and the page's own script reads. All text in it is visible text, which the script
 * writes as text only. What is `undefined` is left out of the JSON.
 */
export interface PageData {
  readonly title: string;
  readonly summary: string;
  /** Are two sides compared, or is one workflow drawn on its own? */
  readonly compares: boolean;
  readonly dags: readonly PageDag[];
  /** Titles of the columns of `PageHook.forecast`. */
  readonly forecastTitles: readonly string[];
  /** Lines of a unified diff. */
  readonly patch: readonly string[];
}

export interface PageDag {
  readonly name: string;
  readonly file: string;
  /** Does a run start with it? */
  readonly root: boolean;
  readonly reading: string | undefined;
  readonly changed: boolean;
  readonly width: number;
  readonly height: number;
  readonly steps: readonly PageStep[];
  readonly edges: readonly PageEdge[];
}

export interface PageStep {
  readonly name: string;
  readonly type: string;
  /** Position in `PageData.dags`. */
  readonly calls?: number | undefined;
  readonly calledName?: string | undefined;
  /** Where the step is written: file and line. */
  readonly written?: string | undefined;
  readonly hook: PageHook | undefined;
  readonly box: BoxScene;
}

/** Only `rule` is known of a hook that was there before. */
export interface PageHook {
  readonly rule: string;
  readonly isNew?: boolean;
  readonly point?: string;
  readonly task?: string | undefined;
  readonly type?: string;
  readonly gate?: string;
  readonly output?: string | undefined;
  /** The call as it is written into the workflow. */
  readonly runs?: string;
  readonly written?: string;
  readonly forecast?: readonly string[] | undefined;
}

export interface PageEdge {
  /** Positions in `PageDag.steps`; `from` runs first. */
  readonly from: number;
  readonly to: number;
  readonly change: PictureEdge['change'];
  /** An SVG path. */
  readonly path: string;
}
