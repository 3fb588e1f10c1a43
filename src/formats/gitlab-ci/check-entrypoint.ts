import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { usualIn, valueReferredTo, valueUnder } from './commands.js';
import type { Pipeline } from './pipeline.js';

/** Reports an image whose own program gets the shell of a policy's hooks to run, and need not run it: `entrypoint: [/bin/true]`. */
export function checkEntrypoint(dag: Dag, nodes: readonly PlannedNode[], pipeline: Pipeline, report: Report): void {
  const { document, settings, bodies, file } = pipeline;
  if (dag.index === 0 && settings.image !== undefined) return;
  const rule = nodes.flatMap((node) =>
    node.kind === 'injected' && node.injection.call.kind !== 'spawn' && isOfPolicy(node.injection.rule)
      ? [node.injection.rule]
      : [],
  )[0];
  if (!rule) return;
  const image =
    dag.index === 0
      ? usualIn(document.root, 'image')?.value
      : valueUnder(bodies[dag.index - 1]!.job, 'image', document, file.text);
  if (!image || isPlain(image, pipeline)) return;
  const args = { dag: dag.name, names: ['entrypoint'], key: 'image', ofStep: false, rule: rule.id };
  report('DW471', args, { span: dag.span, related: { message: 'the policy', span: rule.span } });
}

/** Does an image run what it is given? */
function isPlain(image: YamlNode, { document, file }: Pipeline): boolean {
  const map = asMap(valueReferredTo(image, document, file.text));
  const written = map && pairOf(map, 'entrypoint')?.value;
  if (!written) return true;
  const words = asSequence(valueReferredTo(written, document, file.text))?.items.map(
    ({ value }) => textOf(value) ?? '',
  );
  const [program = '', ...options] = words ?? [textOf(written) ?? ''];
  return program === '' || (shells.test(program) && options.every((option) => plainOption.test(option)));
}

const shells = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|a)?sh$/;
const plainOption = /^-[celux]+$/;
