// ask.mjs URL LOG: sends standard input to a model service behind what was said before, which is in LOG, and prints the answer.
import { readFileSync, writeFileSync } from 'node:fs';

const [url, log] = process.argv.slice(2);
const messages = JSON.parse(readFileSync(log, 'utf8'));
messages.push({ role: 'user', content: readFileSync(0, 'utf8') });
const response = await fetch(`${url}/v1/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'any', messages }),
});
const { choices } = await response.json();
messages.push(choices[0].message);
writeFileSync(log, JSON.stringify(messages));
process.stdout.write(choices[0].message.content);
