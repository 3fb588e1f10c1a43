/**
 * The compiler as a library: a pure function of strings, without files, clock or process.
 *
 * @example
 * const result = compile({ workflow: [{ path: 'flow.yaml', text }], configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }], prompts });
 * if (result.ok) console.log(result.outputs[0].text);
 */

export type { CompileInput, CompileOptions, CompileResult, PlannedWorkflow } from './compile.js';
export { compile } from './compile.js';
export type { Code } from './diagnostics/catalog.js';
export { catalog } from './diagnostics/catalog.js';
export type { Diagnostic, Severity } from './diagnostics/diagnostics.js';
export { createManifest, stripByManifest } from './manifest/manifest.js';
export type {
  Decision,
  EventAnswer,
  EventContext,
  EventHook,
  Handler,
  HookAnswer,
  HookContextBase,
  HookResult,
  HookRun,
  PostAbilityCallContext,
  PreAbilityCallContext,
  SessionStopContext,
  Stage,
  ToolUseContext,
  UserPromptSubmitContext,
} from './model/event.js';
export type { ConfigurationFile, LayerName } from './model/layer.js';
export type { PromptFile, PromptLibrary } from './model/libraries.js';
export type { Manifest } from './model/manifest.js';
export type { Plan } from './model/plan.js';
export type { Rule, RuleSet } from './model/rule.js';
export type { SourceFile, Span, TextEdit } from './model/source.js';
export type { Workflow } from './model/workflow.js';
export { defineStep, type StepAnswer, type StepContext, type StepFunction } from './steps/define-step.js';
export { type StripResult, strip } from './strip.js';
export { type VerifyInput, type VerifyResult, verify } from './verify.js';
