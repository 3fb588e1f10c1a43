import type { Requests } from './words.js';

/** What is wrong with workflows that are made of templates. */
export const requestsOfTemplates = (): Requests => ({
  DW251: (a) =>
    `The ${a.kind} \`${a.name}\` runs a template of elsewhere (\`${a.key}\`). Write the tasks into the workflow.`,
  DW637: (a) => `Take \`entrypoint\` out of \`${a.name}\`, so that it begins with what its template says.`,
  DW643: (a) => `Take \`${a.key}\` out of \`${a.name}\`, so that it ends as its template says.`,
  DW641: (a) =>
    `\`${a.dag}\` calls itself, and the run begins with it. Let the run begin with a template that does nothing but call \`${a.dag}\`.`,
  DW640: (a) => `Give the task \`${a.node}\` of \`${a.dag}\` a name that begins with a letter.`,
  DW254: (a) => {
    if (a.entrypoint === undefined) return `Name the template that the run begins with: \`${a.key}\`.`;
    const cure = a.nearest === undefined ? 'Add it, or name one that is there.' : `Write \`${a.nearest}\`.`;
    return `The run begins with the template \`${a.entrypoint}\`, which is not there. ${cure}`;
  },
  DW256: (a) =>
    `\`${a.node}\` calls the template \`${a.template}\`, which is not there. ${a.nearest === undefined ? 'Add it, or call one that is there.' : `Write \`${a.nearest}\`.`}`,
  DW258: (a) =>
    `${a.name === undefined ? `A ${a.of} ${a.problem}` : `The name of the ${a.of} \`${a.name}\` ${a.problem}`}. Write a name of letters, digits and \`-\`, in quotes if needed.`,
  DW260: (a) => {
    if (a.isThere)
      return `\`${a.node}\` uses what \`${a.mentioned}\` gives. Let \`${a.node}\` ${a.of === 'task' ? 'wait for' : 'be in a later group than'} \`${a.mentioned}\`.`;
    const cure = a.nearest === undefined ? `Write the name of a ${a.of} that runs before.` : `Write \`${a.nearest}\`.`;
    return `\`${a.node}\` uses what \`${a.mentioned}\` gives, but no ${a.of} is called so. ${cure}`;
  },
  DW263: (a) => {
    if (a.stated.length > 0) return `The template \`${a.template}\` has ${list(a.stated)}. Keep one of them.`;
    return a.empty.length > 0
      ? `The template \`${a.template}\` has nothing under \`${a.empty[0]}\`. Indent what it runs below that key.`
      : `The template \`${a.template}\` does not say what it runs. Give it exactly one of ${list(a.keys)}.`;
  },
  DW264: (a) =>
    `\`${a.node}\` of \`${a.dag}\` also runs where \`${a.other}\` is left out. Ask for an end that \`${a.other}\` can only have if it ran.`,
  DW280: (a) =>
    `The \`target\` of \`${a.dag}\` leaves out \`${a.node}\`, so this task never runs. Name it in \`target\` too, or remove the task.`,
  DW287: (a) =>
    a.nearest === undefined
      ? `The \`target\` of \`${a.template}\` names \`${a.target}\`, but it has no such task. Add the task, or take the name out.`
      : `The \`target\` of \`${a.template}\` names \`${a.target}\`. Write \`${a.nearest}\`.`,
  DW286: (a) => `Give \`${a.node}\` in \`${a.dag}\` a name that does not begin with \`hook-\`.`,
  DW284: (a) => `\`${a.key}\` is not a key of ${a.of}. Write \`${a.meant}\`.`,
  DW285: (a) =>
    `\`${a.key}\` of ${a.of} is a ${a.isMap ? 'mapping' : 'text'}. Write a list there, each entry with a dash.`,
  DW281: (a) => {
    if (a.near !== undefined) return `\`${a.near}\` is not known. Write \`${a.key}\`.`;
    const found =
      a.written === undefined ? `Your workflow has no \`${a.key}\`` : `\`${a.key}: ${a.written}\` is not known`;
    return `${found}. Write \`${a.key}: ${a.meant}\`.`;
  },
});

function list(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}
