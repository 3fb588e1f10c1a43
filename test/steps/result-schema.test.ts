import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultJsonSchema } from '../../src/steps/result-schema.js';

test('the published schema of results is the one that the code makes', async () => {
  const published = join(import.meta.dirname, '../../dag-schemas/step-result.schema.json');
  await expect(`${JSON.stringify(resultJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(published);
});
