import type { ShapePlan } from './shape-plan.js';

/** By the rules that match a DAG, then by its shape; `undefined` for what cannot be planned for a shape. */
export type KnownPlans = Map<string, Map<string, ShapePlan | undefined>>;

/** Plans that all DAGs of a shape share which the same rules match. */
export interface SharedPlans {
  /** The same object for all of a shape, made with the first. */
  planFor(rules: string, shape: string, make: () => ShapePlan | undefined): ShapePlan | undefined;
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
      if (ofRules.has(shape)) return ofRules.get(shape);
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
