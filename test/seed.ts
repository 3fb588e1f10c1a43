import fc from 'fast-check';

/** The suite tries the same random cases each time; `DAGWEAVE_SEED` asks for others, as `npm run properties` does. */
export const seed = Number(process.env.DAGWEAVE_SEED ?? 2026);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
