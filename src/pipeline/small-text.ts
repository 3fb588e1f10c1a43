/** In a text of up to so many characters hardly a DAG is like another, and all are planned at once. */
export const mostOfSmallText = 30_000;
