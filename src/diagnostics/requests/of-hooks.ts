import type { ToleratedGate } from '../catalog/placing.js';
import { namesText, type Requests, sentence } from './words.js';

/** What hinders steps that are added to a workflow, or was changed in them. */
export const requestsOfHooks = (): Requests => ({
  DW242: (a) =>
    `Write the condition of \`${a.node}\` of \`${a.dag}\` as one expression, at its own place: without an anchor or alias, bare or with all of it between \`\${{\` and \`}}\`. It is \`${a.condition}\` now.`,
  DW266: (a) => `\`${a.node}\` of \`${a.dag}\` was changed. Write it as it was.`,
  DW267: (a) => `\`${a.key}\` cannot be the name of a job: it means something else. Give the job another name.`,
  DW268: (a) =>
    `The job \`${a.node}\` has neither a \`script\` nor a \`trigger\`. Write what it does, or leave it out.`,
  DW288: (a) => `Take \`${a.asked}\` out of the condition of \`${a.node}\`: what it asks for is not there.`,
  DW405: (a) => `No step can be added to \`${a.dag}\`, because ${a.why}. ${sentence(a.instead)}`,
  DW406: (a) => `Give the step \`${a.node}\` of \`${a.dag}\` a \`name\`.`,
  DW407: (a) =>
    `\`${a.dag}\` can be read as two different graphs. ${sentence(a.oneOrder ?? 'Write in which order its steps run')}`,
  DW420: (a) =>
    `A required step of \`${a.dag}\` is skipped whenever one of these steps is: ${namesText(a.nodes)}. Let the run go on when that step is skipped${a.field === undefined ? '' : ` (${a.field})`}.`,
  DW436: (a) =>
    `A required step of \`${a.dag}\` also runs when none of these steps is chosen: ${namesText(a.nodes)}. Move the work of each into a sub-DAG that the step calls.`,
  DW442: (a) =>
    `Every step of \`${a.dag}\` lets others continue when it fails, so a failed run may count as a success. ${a.field === undefined ? 'Let the run fail where a step fails' : `Remove ${a.field} from a step`} that must succeed.`,
  DW644: (a) =>
    `A failure at the end of \`${a.dag}\` may be lost behind the step that is added there. ${sentence(a.instead)}`,
  DW484: letFail,
  DW485: letFail,
  DW505: (a) =>
    `A name or a text of your workflow contains ${a.sign === 'NUL' ? 'a NUL character' : 'half of a character (a lone surrogate)'}. Write it without.`,
  DW513: (a) =>
    `\`${a.setting}\` of \`${a.dag}\` is known only when that DAG runs, and a DAG that it calls cannot read it. Set it in the \`env\` of the called DAGs too, or write it in \`${a.dag}\` without \`$\`.`,
  DW515: (a) =>
    `The value of \`${a.name}\` is needed in \`${a.dag}\`, but only \`${a.other}\` sets it. Set it in the \`env\` of \`${a.dag}\` too, or pass it as a parameter.`,
  DW519: (a) =>
    `The value of \`${a.name}\` is needed, but nothing in the workflow sets it.${a.inWorkflow === undefined ? '' : ` Set it ${a.inWorkflow}.`}`,
  DW602: (a) =>
    `The steps of \`${a.dag}\` run in what \`${a.key}\` defines, where a required command may not exist. Write \`${a.key}\` only on the steps that need it.`,
  DW603: (a) =>
    `No step can be added to the handler \`${a.handler}\`, because ${a.why}. Write the handler ${a.plainHandler}.`,
  DW605: (a) => `The step \`${a.step}\` of \`${a.dag}\` is an alias. Replace the alias by the fields of the step.`,
  DW606: (a) =>
    `\`${a.dag}\` runs its steps with \`${a.shell}\`. Set this shell only on the steps that need it, not on the whole DAG.`,
  DW608: (a) =>
    `The step \`${a.step}\` of \`${a.dag}\` shares its dependencies with another step by an alias or a merge key. Give this step its own \`${a.needs}\`.`,
  DW633: (a) =>
    `The step \`${a.step}\` of \`${a.dag}\` has a merge key (\`<<\`) behind its own \`${a.key}\` that brings in another one. Write the merge key first.`,
  DW617: (a) =>
    `\`${a.dag}\` runs its steps with \`${a.shell}\`. Remove this, or set it only on the steps that need it.`,
  DW632: (a) =>
    `Use other names than ${namesText(a.names)} in \`${a.key}\` of ${a.ofStep ? 'the steps of ' : ''}\`${a.dag}\`, and give each value a name.`,
  DW636: (a) =>
    `A step that is added needs the variable \`${a.name}\`. Set it for the whole workflow: \`env: {${a.name}: "\${{ secrets.${a.name} }}"}\`.`,
  DW626: (a) => `Write \`steps\` of \`${a.dag}\` as a list: \`- name: …\` for each key.`,
  DW627: (a) => `Replace the alias \`*${a.alias}\` by the text that it repeats.`,
  DW716: (a) =>
    `\`${a.node}\` in \`${a.dag}\` waits for \`${a.need}\`, which is the name of no step. Give the step that is meant a \`name\`, and wait for that.`,
  DW718: (a) =>
    `The handler \`${a.handler}\` of \`${a.dag}\` begins with the same commands more than once. Write them once.`,
  DW715: (a) =>
    `Give \`${a.node}\` in \`${a.dag}\` a name that does not begin with \`hook-\`${a.waiting.length === 0 ? '' : `, also where ${namesText(a.waiting)} ${a.waiting.length === 1 ? 'waits' : 'wait'} for it`}.`,
  DW701: (a) => `Do not change ${a.what}: write it as it was.`,
  DW703: (a) => `The step \`${a.hook}\` of \`${a.dag}\` is missing. Put it back as it was.`,
  DW704: (a) => `The step \`${a.hook}\` of \`${a.dag}\` was changed. Write it as it was.`,
  DW705: (a) => `The step \`${a.hook}\` of \`${a.dag}\` has the mark of a step that was added. Take the mark out.`,
  DW706: (a) =>
    [
      ...(a.missing.length > 0 ? [`Let \`${a.node}\` of \`${a.dag}\` wait for ${namesText(a.missing)}.`] : []),
      ...(a.extra.length > 0 ? [`Do not let \`${a.node}\` of \`${a.dag}\` wait for ${namesText(a.extra)}.`] : []),
    ].join(' '),
  DW707: (a) => `The handler \`${a.handler}\` of \`${a.dag}\` was changed. Write it as it was.`,
  DW710: () => 'The workflow was changed after steps were added to it. Write it as it was.',
  DW714: (a) => `\`${a.dag}\` has nothing to do but steps that were added to it. Write what it does, or leave it out.`,
  DW713: (a) => `Let \`${a.to}\` of \`${a.dag}\` wait for \`${a.from}\`.`,
});

function letFail({ node, dag, field, past, after }: ToleratedGate): string {
  if (after)
    return `A failure of what \`${node}\` of \`${dag}\` runs, or waits for, does not stop what is behind it, or does not make \`${dag}\` fail. ${after.instead}.`;
  if (past)
    return `\`${node}\` of \`${dag}\` runs although ${namesText(past.tasks)} failed (\`${past.field}\`). ${past.instead}.`;
  const remedy = field === undefined ? 'Let the run fail where it fails' : `Remove ${field} from it`;
  return `What waits for \`${node}\` of \`${dag}\` runs although \`${node}\` failed. ${remedy}.`;
}
