import { isOurs } from '../variable-names.js';
import type { Condition, Operand } from './tree.js';

/** A condition as text that reads back as the same. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'not':
      return `!${isSingle(condition.operand) ? printCondition(condition.operand) : bracketed(condition.operand)}`;
    case 'compare':
      return `${printOperand(condition.left)} ${condition.operator} ${printOperand(condition.right)}`;
    case 'all':
      return condition.operands.map((one) => (isList(one) ? bracketed(one) : printCondition(one))).join(' && ');
    case 'any':
      return condition.operands.map((one) => (one.kind === 'any' ? bracketed(one) : printCondition(one))).join(' || ');
  }
}

function isSingle({ kind }: Condition): boolean {
  return kind === 'constant' || kind === 'not';
}

function isList({ kind }: Condition): boolean {
  return kind === 'all' || kind === 'any';
}

function bracketed(condition: Condition): string {
  return `(${printCondition(condition)})`;
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'text':
      return `'${operand.text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;
    case 'number':
      return operand.text;
    case 'name':
      return isOurs(operand.name) ? operand.name : `\${${operand.name}}`;
    case 'remainder': {
      const right = printOperand(operand.right);
      return `${printOperand(operand.left)} % ${operand.right.kind === 'remainder' ? `(${right})` : right}`;
    }
  }
}
