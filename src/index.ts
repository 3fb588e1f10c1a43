/**
 * The compiler as a library: a pure function of strings, without files, clock or process.
 *
 * @example
 * const result = compile({ workflow: [{ path: 'flow.yaml', text }], configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }] });
 * console.log(result.ok ? result.outputs[0].text : showDiagnostics(result.diagnostics, [{ path: 'flow.yaml', text }]));
 */

export type { CompileOptions, CompileResult, PlannedWorkflow } from './compile.js';
export type { Code } from './diagnostics/catalog.js';
export type { Diagnostic, Report, Severity } from './diagnostics/diagnostics.js';
export type { Format } from './formats/format.js';
export type { Frontend } from './frontends/frontend.js';
export { catalog } from './library/catalog.js';
export type { LibraryInput as CompileInput } from './library/check-input.js';
export { promptsFrom } from './library/prompts-from.js';
export {
  compile,
  createManifest,
  type LibraryVerifyInput as VerifyInput,
  strip,
  stripByManifest,
  verify,
} from './library/run.js';
export { type DiagnosticsView, showDiagnostics } from './library/show-diagnostics.js';
export { unifiedDiff } from './library/unified-diff.js';
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
export type { DefaultsLibrary, PromptFile, PromptLibrary } from './model/libraries.js';
export type { Manifest } from './model/manifest.js';
export type { Plan } from './model/plan.js';
export type { Rule, RuleSet } from './model/rule.js';
export type { SourceFile, Span, TextEdit } from './model/source.js';
export type { Workflow } from './model/workflow.js';
export { defineStep, type StepAnswer, type StepContext, type StepFunction } from './steps/define-step.js';
export type { StripResult } from './strip.js';
export type { VerifyResult } from './verify.js';
