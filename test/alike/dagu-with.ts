import { dagu } from '../../src/formats/dagu/index.js';
import type { Format, PlainWorkflow } from '../../src/formats/format.js';

/** The format of Dagu, whose plain workflows do something in another way. */
export function daguWith(change: (plain: PlainWorkflow) => PlainWorkflow): Format {
  return {
    ...dagu,
    createPlainReader() {
      const reader = dagu.createPlainReader!();
      return {
        ...reader,
        open(...given) {
          const plain = reader.open(...given);
          return plain && change(plain);
        },
      };
    },
  };
}
