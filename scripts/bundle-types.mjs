import { existsSync } from 'node:fs';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/** All that the types of the library need, in one file: no user has to install a package for a type. */
export async function bundleTypes(from, to) {
  // A bundle alone, as tests make it, has no types.
  if (!existsSync(from)) return;
  const bundle = await rollup({ input: from, plugins: [dts()], onwarn: refuse });
  await bundle.write({ file: to, format: 'es' });
}

function refuse({ message }) {
  throw new Error(message);
}
