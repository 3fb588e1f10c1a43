import type { ShapePlan } from './shape-plan.js';

/** `by itself` for DAGs that share no plan, `undefined` where they cannot be planned one by one at all. */
type MaybeShared = ShapePlan | 'by itself' | undefined;

/** By the rules that match a DAG, then by its shape. */
export type KnownPlans = Map<string, Map<string, MaybeShared>>;

/** Plans that all DAGs of a shape share which the same rules match. */
export interface SharedPlans {
  /** The same object for all of a shape, made with the first. */
  planFor(rules: string, shape: string, make: () => MaybeShared): MaybeShared;
}

/**
 * @param known the plans that are there; those that are made are added
 * @param onForget called where there are too many, before the first of the next ones is made
 */
export function createSharedPlans(known: KnownPlans, onForget: () => void): SharedPlans {
  let made = 0;
  return {
    planFor(rules, shape, make) {
      let ofRules = known.get(rules);
      if (!ofRules) {
        ofRules = new Map();
        known.set(rules, ofRules);
      }
      const earlier = ofRules.get(shape);
      if (earlier !== undefined || ofRules.has(shape)) return earlier;
      if (made > 0 && made % mostHeld === 0) {
        for (const one of known.values()) one.clear();
        onForget();
      }
      made += 1;
      const plan = make();
      ofRules.set(shape, plan);
      return plan;
    },
  };
}

/**
 * A model's tasks have tens of shapes, and each holds as much memory as a DAG in full. Where hardly two are alike, what was planned
 * is only held for nothing.
 */
const mostHeld = 2000;
