import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { RoutedName } from './engine-needs.js';
import type { StepName } from './step-names.js';

/** Makes what reports routes of a document to steps that are not there: the engine refuses them, and a hook could have that name. */
export function missingRoutes(
  names: readonly StepName[],
  file: string,
  report: Report,
): (router: number, target: RoutedName) => void {
  let found = 0;
  return (router, { name, start, end }) => {
    found += 1;
    const others = found > mostNearMisses ? [] : names.filter((_, index) => index !== router);
    const nearest = nearestName(
      name,
      others.flatMap((one) => [one.name, one.id ?? one.name]),
    );
    report('DW289', { node: names[router]!.name, target: name, nearest }, { span: { file, start, end } });
  };
}

/** Each looks at all names, so the first mistakes have to do. */
const mostNearMisses = 50;
