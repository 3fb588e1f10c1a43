import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * A model service on a free port that speaks chat completions. To the first message it gives the answer that it was made with; to each
 * further one it gives its last answer with what that message asks for, to the letter, and nothing else: it knows no right answer.
 */
export async function startObedientModel(first: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      readonly messages: readonly Message[];
    };
    const last = messages.filter(({ role }) => role === 'assistant').at(-1)?.content;
    const content = last === undefined ? first : obey(messages.at(-1)!.content, last);
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'obedient', choices }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The answer with what a request asks for. */
function obey(request: string, answer: string): string {
  const items = request.split(/^(?=\d+\. )/m).slice(1);
  const lines: (string | undefined)[] = answer.split('\n');
  for (const item of items) correctLines(item, lines);
  const corrected = lines.filter((line) => line !== undefined).join('\n');
  let text = request.includes(intoOneBlock) ? everyLineOf(corrected) : workflowIn(corrected);
  for (const item of items) text = followSentence(item, text);
  return `\`\`\`yaml\n${text.replace(/\n*$/, '\n')}\`\`\`\n`;
}

const intoOneBlock = 'put the whole workflow into one block';

/** Only lines that the request shows are changed, each once. */
function correctLines(item: string, lines: (string | undefined)[]): void {
  const corrected = /^Corrected, lines? (\d+)(?: to (\d+))?:\n(`{3,})\n([\s\S]*?)\n\3$/m.exec(item);
  if (corrected) {
    const [, from, to = from, , text] = corrected;
    for (let line = Number(from); line <= Number(to); line++) lines[line - 1] = undefined;
    lines[Number(from) - 1] = text;
    return;
  }
  const shown = /^Line (\d+):$/m.exec(item);
  if (!shown) return;
  const at = Number(shown[1]) - 1;
  const line = lines[at] ?? '';
  const said = (text: string) => item.includes(text);
  if (said(intoOneBlock)) return;
  if (said('leave it out')) lines[at] = undefined;
  else if (said('Close the quote.')) lines[at] = `${line}"`;
  else if (said('Write spaces in place of tabs')) lines[at] = line.replace(/^\t+/, indentBefore(lines, at));
  else if (said('Indent all entries of one list or mapping alike'))
    lines[at] = line.replace(/^ */, indentBefore(lines, at));
  else if (said('is there twice in one mapping')) lines[at] = undefined;
  else if (said('Give each step its own name.')) lines[at] = line.replace(/(name: *[\w-]+)/, '$1-2');
  else if (said('This comment says that something was left out.')) lines[at] = undefined;
  else if (said('or remove this name.')) lines[at] = undefined;
  else if (said('Remove one of these dependencies.')) {
    const next = lines.findIndex((other, index) => index > at && /^\s*(?:depends:|- )/.test(other ?? ''));
    if (/^\s*depends:/.test(lines[next] ?? '')) lines[next] = undefined;
  }
}

/** As deep as the keys of the entry above. */
function indentBefore(lines: readonly (string | undefined)[], at: number): string {
  const entry = lines.slice(0, at).findLast((line) => /^\s*- /.test(line ?? ''));
  return ' '.repeat(/^\s*- /.exec(entry ?? '')?.[0].length ?? 0);
}

/** The first block, for one who is asked which one. */
function workflowIn(answer: string): string {
  return /^```\w*\n([\s\S]*?)(?:^```\s*$|$(?![\s\S]))/m.exec(answer)?.[1] ?? answer;
}

/** All that is YAML, in one block. */
function everyLineOf(answer: string): string {
  return answer
    .split('\n')
    .filter((line) => /^(?:\s*-? *\w+:| +\S)/.test(line) && !/^And/.test(line))
    .join('\n');
}

function followSentence(item: string, text: string): string {
  const [, language] = /A workflow for .*? is (a YAML mapping with .*?)(?:\. A workflow for|$)/m.exec(item) ?? [];
  if (language) {
    const [steps, name, command] = [...language.matchAll(/'(\w+):?'/g)].map(([, key]) => key!);
    return `${steps}:\n  - ${name}: work\n    ${command}: "true"\n`;
  }
  if (item.includes('Write the workflow itself, without quotes and escapes around it.')) {
    const [value] = /"(?:[^"\\]|\\.)*\\n(?:[^"\\]|\\.)*"/.exec(text)!;
    return JSON.parse(value) as string;
  }
  const [, wanted] = /A step called `([^`]+)` is required/.exec(item) ?? [];
  const [, meant] = /Perhaps `([^`]+)` is meant: then give it the required name/.exec(item) ?? [];
  if (wanted && meant) return text.replace(new RegExp(`(?<![\\w-])${meant}(?![\\w-])`, 'g'), wanted);
  if (wanted) return `${text.replace(/\n*$/, '\n')}  - name: ${wanted}\n    command: "true"\n`;
  const [, unwanted] = /Take it out of `([^`]+)` in/.exec(item) ?? [];
  if (unwanted) return text.replace(new RegExp(`^( *)- name: ${unwanted}\n(?:\\1 +.*\n)*`, 'm'), '');
  return text;
}
