/** What can answer a prompt: command line programs, and services by their protocol. */
export const modelRunners = ['claude', 'codex', 'gemini', 'opencode', 'openai', 'anthropic'] as const;

/** What an agent may be allowed to do; none of it changes anything. */
export const agentTools = ['read', 'glob', 'grep'] as const;
