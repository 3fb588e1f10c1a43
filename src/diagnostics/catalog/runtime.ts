/** DW9xx: steps at run time. */
export const runtimeRows = {};
