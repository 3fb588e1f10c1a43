import type { Report } from '../../diagnostics/diagnostics.js';

/** The one file that knows the library of the protocol. People install it themselves; only this verb needs it. */
export async function loadSdk(report: Report) {
  try {
    const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const types = await import('@modelcontextprotocol/sdk/types.js');
    return { Server, StdioServerTransport, types };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    report('DW840', { name: '@modelcontextprotocol/sdk', reason });
    return undefined;
  }
}
