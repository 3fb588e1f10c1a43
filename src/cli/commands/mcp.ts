import { createCollector } from '../../diagnostics/diagnostics.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { reportFault } from '../fault.js';
import { callTool, type ToolAnswer } from '../mcp/call-tool.js';
import { loadSdk } from '../mcp/sdk.js';
import { inputSchema, type Tool, tools } from '../mcp/tools.js';
import type { GlobalOptions } from '../options.js';
import { readVersion } from '../package-files.js';
import { showDiagnostics } from '../show-diagnostics.js';

/**
 * Serves an agent until it closes standard input. Rules are read anew at each call, so that they may change meanwhile;
 * no file is written.
 */
export async function mcp(call: Call): Promise<ExitCode> {
  const found = createCollector();
  const sdk = await loadSdk(found.report);
  if (!sdk) {
    showDiagnostics(found.all(), [], call);
    return exitCodeOf(found.all(), call.options.strict);
  }
  const { Server, StdioServerTransport, types } = sdk;
  const server = new Server(
    { name: 'dagweave', version: readVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, `there is no tool called ${params.name}`);
    const { text, isError } = await answer(tool, params.arguments, call.options);
    return { content: [{ type: 'text' as const, text }], isError };
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({
    resources: resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const resource = resources.find((one) => one.uri === uri);
    if (!resource) throw new types.McpError(types.ErrorCode.InvalidParams, `there is no resource ${uri}`);
    const tool = tools.find(({ name }) => name === resource.tool)!;
    const { text, isError } = await answer(tool, {}, call.options);
    if (isError) throw new types.McpError(types.ErrorCode.InternalError, text);
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  });
  const closed = new Promise<void>((done) => {
    server.onclose = done;
    process.stdin.once('end', () => void server.close());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  return exitCodes.fine;
}

const instructions =
  'Call `brief` before you write a workflow, and `check` after each change of one. What the rules add is not yours to write: the build adds it.';

const resources = [
  {
    uri: 'dagweave://brief',
    name: 'What the rules ask of a workflow',
    description: 'What a workflow must not hold, what it must have, and what is added to it.',
    mimeType: 'text/plain',
    tool: 'brief',
  },
  {
    uri: 'dagweave://rules',
    name: 'The rules in force',
    description: 'Each rule with its step, its place, and the file and line where it is written.',
    mimeType: 'application/json',
    tool: 'list_rules',
  },
] as const;

function described(tool: Tool) {
  const { name, description } = tool;
  return {
    name,
    description,
    inputSchema: inputSchema(tool),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

/** A fault of ours ends the call and not the server. */
async function answer(tool: Tool, args: unknown, options: GlobalOptions): Promise<ToolAnswer> {
  try {
    return await callTool(tool, args, options, process.cwd());
  } catch (error) {
    reportFault(error, ['mcp', tool.name]);
    return {
      text: 'dagweave failed by a fault of its own; its messages say where what led to it is kept.',
      isError: true,
    };
  }
}
