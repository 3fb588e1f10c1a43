import { register } from 'node:module';

/** The parser imports JSON without an attribute, which Node 20 refuses. */
const loader = `
import { readFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (!url.includes('/@actions/') || !url.endsWith('.json')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: 'export default ' + readFileSync(new URL(url), 'utf8') };
}`;

/**
 * What GitHub's own parser finds wrong with a workflow.
 * @param called the text of the workflows that it calls
 */
export async function parserErrors(name: string, content: string, called?: string): Promise<readonly string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await parser();
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  // References between jobs are looked at where the text becomes a workflow.
  const files =
    called === undefined ? undefined : { getFileContent: async () => ({ name: 'called', content: called }) };
  if (value) await convertWorkflowTemplate(context, value, files, { fetchReusableWorkflowDepth: files ? 1 : 0 });
  return context.errors.getErrors().map(({ rawMessage }) => rawMessage);
}

let loaded: Promise<typeof import('@actions/workflow-parser')> | undefined;

function parser() {
  if (!loaded) {
    register(`data:text/javascript,${encodeURIComponent(loader)}`);
    loaded = import('@actions/workflow-parser');
  }
  return loaded;
}
