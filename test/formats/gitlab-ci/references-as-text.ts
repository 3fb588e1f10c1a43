import { CORE_SCHEMA, defineSequenceTag } from 'js-yaml';

/** What `!reference [job, key]` refers to, as a text. */
export const referencesAsText = CORE_SCHEMA.withTags(
  defineSequenceTag('!reference', {
    create: (): unknown[] => [],
    addItem: (items, item) => void items.push(item),
    finalize: (path) => path.join(' '),
    identify: () => false,
  }),
);
