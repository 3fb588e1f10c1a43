import { pairOf } from '../../text/yaml-access.js';
import type { StepSpelling } from '../yaml-steps/step-list.js';

const same = { isKey: (written: string, key: string) => written === key, fieldOf: pairOf };

/** A job is called by its key; what people read of it is its `name`. */
export const jobSpelling: StepSpelling = {
  ...same,
  name: 'id',
  needs: 'needs',
  needsInFront: true,
  description: 'name',
  commands: [],
};

/** Of a step, the id is unique, and its `name` is for people alone. It cannot say what it waits for. */
export const stepSpelling: StepSpelling = {
  ...same,
  name: 'id',
  needs: 'needs',
  description: 'name',
  commands: ['run'],
};
