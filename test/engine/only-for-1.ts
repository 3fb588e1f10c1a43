/** Has a workflow what 2.14 has no more, or a name of the first document, which its `validate` refuses? */
export function isOnlyFor1(text: string): boolean {
  return /type: hitl/.test(text) || /handlerOn:|continueOn:|workingDir:|^name:/m.test(text.split('\n---')[0]!);
}
