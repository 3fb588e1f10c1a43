export { conditionProgram } from './condition/awk.js';
export { type FalsePart, falseParts } from './condition/false-parts.js';
export { numberIn } from './condition/number.js';
export { parseCondition } from './condition/parse.js';
export { printCondition } from './condition/print.js';
export { simplify } from './condition/simplify.js';
export { type Condition, type NameInCondition, namesOf, operandsOf } from './condition/tree.js';
