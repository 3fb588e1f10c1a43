import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { keyFixes } from '../key-fixes.js';
import { whenAsked } from '../when-asked.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf } from './fields.js';
import { insteadOfForeign } from './foreign-keys.js';
import { innerOf, isPassedOver, type KeyedMap } from './keys.js';
import { isRead, meantBy, meantByRead, type StepNames } from './meant-keys.js';
import { findMisnamedSteps } from './misnamed-steps.js';
import type { DaguStep } from './step-keys.js';
import type { DaguSteps } from './steps.js';

/** Reports keys that no version reads and that come near to one that is read: a dependency that nobody reads orders nothing. */
export function reportNearKeys({ root, steps, file }: DaguDocument, dialect: Dialect, report: Report): void {
  const reached = new Set<YamlMap>();
  // Reported as what it is.
  const elsewhere = findMisnamedSteps(root, dialect)?.pair;

  const look = (map: YamlMap, of: KeyedMap, called: string, names: () => StepNames) => {
    // Aliases can make one mapping a part of itself, or of many.
    if (reached.has(map)) return;
    reached.add(map);
    const fixOf = keyFixes(map, file, (key) => fieldOf(map, key) !== undefined);
    for (const pair of map.pairs) {
      const written = pair.key.value;
      const isKey = isRead(written, of, dialect);
      // What is under a wrong name for an event is a handler all the same.
      if (isKey || of === 'handlers')
        lookInto(pair.value, { of: innerOf(of, written), holder: of, key: written, names });
      if (pair === elsewhere) continue;
      const span = { file, start: pair.key.start, end: pair.key.end };
      if (isPassedOver(of, written, dialect)) {
        const args = {
          key: written,
          of: called,
          meant: 'maxConcurrent',
          engine: 'Dagu 1.30',
          instead: 'runs all items at once',
        };
        report('DW225', args, { span, fix: fixOf(pair.key, args.meant) });
        continue;
      }
      const meant = isKey ? meantByRead(pair, of, names) : meantBy(pair, map, of, dialect, names());
      if (meant === undefined) {
        if (!isKey) reportForeign(pair, map, of, span);
        continue;
      }
      report('DW228', { key: written, meant, of: called, isKey }, { span, fix: fixOf(pair.key, meant) });
    }
  };

  const reportForeign = ({ key: { value } }: YamlPair, map: YamlMap, of: KeyedMap, span: Span) => {
    const instead = of === 'step' || of === 'document' ? insteadOfForeign(value, of, dialect) : undefined;
    if (instead === undefined) return;
    const called = textOf(map, 'name') ?? textOf(map, 'id');
    const why = `has \`${value}\`, which is no key of a ${of === 'step' ? 'step' : 'DAG'}`;
    report('DW279', { of: of === 'step' ? 'step' : 'DAG', called, why, instead }, { span });
  };

  const lookInto = (value: YamlNode, { of, holder, key, names }: Inside) => {
    if (of === undefined) return;
    const node = resolved(value);
    const called = of === 'step' ? 'a step' : `\`${key}\``;
    // Steps by name are read in the list of a document only.
    if (node?.kind === 'map' && holder !== 'foreach') look(node, of, called, names);
    // Those in a list of `parallel` are parameters, which have any names.
    if (node?.kind !== 'sequence' || !(of === 'step' || of === 'condition')) return;
    const maps = node.items.flatMap((item) => asMap(item.value) ?? []);
    const own = of === 'step' ? whenAsked(() => namesOf(maps)) : names;
    for (const map of maps) look(map, of, called, own);
  };

  const names = whenAsked(() => namesOf(steps.steps.flatMap(({ map }) => map ?? [])));
  look(root, 'document', 'a DAG', names);
  for (const step of steps.steps) {
    const isDone = step.keys.plain && isInOnePlace(step, steps);
    if (step.map && !isDone) look(step.map, 'step', 'a step', names);
  }
}

/** Is it certain that no alias makes its mapping a part of something else as well? */
function isInOnePlace({ node, map, group }: DaguStep, { closed }: DaguSteps): boolean {
  return node === map && map.anchor === undefined && group === undefined && closed === undefined;
}

interface Inside {
  /** What the mappings in a value are; `undefined` where their keys are not looked at. */
  readonly of: KeyedMap | undefined;
  readonly holder: KeyedMap;
  readonly key: string;
  readonly names: () => StepNames;
}

function namesOf(steps: readonly YamlMap[]): StepNames {
  return new Set(steps.flatMap((map) => [textOf(map, 'name'), textOf(map, 'id')]));
}
