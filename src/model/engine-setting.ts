/** A value that only the format of one engine reads; its shape is for the schema of the configuration to check. */
export type EngineSetting = string | readonly string[] | readonly Readonly<Record<string, unknown>>[];
