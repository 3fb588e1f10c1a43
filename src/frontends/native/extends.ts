import type { Located, PackUse } from '../../model/layer.js';
import { locate, mapAt, type Written, type WrittenMap } from '../written.js';

/** The packs that a section extends, once the schema has let it pass. */
export function readUses(section: WrittenMap): readonly PackUse[] {
  const list = section.fields.get('extends')?.value;
  return (list?.kind === 'list' ? list.items : []).map((entry) => ({
    pack: located(entry.kind === 'map' ? locate(entry, ['pack']) : entry),
    as: entry.kind === 'map' && entry.fields.has('as') ? located(locate(entry, ['as'])) : undefined,
    values: mapAt(entry, 'with').fields,
    span: entry.span,
  }));
}

function located(written: Written): Located<string> {
  return { value: written.kind === 'scalar' ? written.text : '', span: written.span };
}
