/** Where a reader finds a page of the documentation, which the installed package does not hold. */
export function pageAddress(page: string): string {
  return `https://github.com/dagweave/dagweave/blob/main/docs/${page}.md`;
}
