/** What to write instead of a value of which a step's type says what it must be; `undefined` where that says it already. */
export function valueHint(field: string | number | undefined, value: unknown, problem: string): string | undefined {
  if (value === null) return 'give it a value, or take the line out';
  if (typeof value === 'string') return hintForText(value, problem);
  if (problem.includes('a text')) return hintForOther(field, value);
  if (problem === 'must be a list') return 'write it as a list, in [ ]';
  return problem === 'must be a map' ? 'write it as a mapping, in { }' : undefined;
}

function hintForText(value: string, problem: string): string | undefined {
  const text = value.trim();
  if (problem.includes('number') && text !== '' && Number.isFinite(Number(text)))
    return `write ${text}, without quotes`;
  if (problem === 'must be true or false') {
    const lower = text.toLowerCase();
    if (['true', 'yes', 'on', '1'].includes(lower)) return 'write true, without quotes';
    if (['false', 'no', 'off', '0'].includes(lower)) return 'write false, without quotes';
  }
  if (problem === 'must be a list') return `write it as a list: [${JSON.stringify(value)}]`;
  return problem === 'must be a map' ? 'write it as a mapping, in { }' : undefined;
}

/** Only `command` is known to be shell text, where several texts are commands one after another. */
function hintForOther(field: string | number | undefined, value: unknown): string {
  if (typeof value !== 'object') return `put it in quotes: ${JSON.stringify(String(value))}`;
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object');
  if (isList && field === 'command') return `write one text: ${JSON.stringify(value.join(' && '))}`;
  const text = JSON.stringify(value);
  return text.length > 60 || text.includes("'") ? 'write it as one text, in quotes' : `write it as one text: '${text}'`;
}
