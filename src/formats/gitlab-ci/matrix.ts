import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { entriesIn, valueReferredTo } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { withMerged } from './merged.js';

/** The mappings of names to values of which GitLab makes several jobs; none where it makes one, or copies of one. */
export function matrixOf({ fields }: JobText, document: PipelineDocument, text: string): readonly YamlMap[] {
  const value = fields.get('parallel')?.pair.value;
  const parallel = value && asMap(valueReferredTo(value, document, text));
  const matrix = parallel && pairOf(parallel, 'matrix')?.value;
  return matrix
    ? entriesIn(matrix, document, text).nodes.flatMap((node) => {
        const map = asMap(node);
        return map ? [withMerged(map)] : [];
      })
    : [];
}
