/** An element of the page's own markup. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}

export const canvas = document.querySelector<SVGSVGElement>('#canvas')!;

/** A new element of a drawing. */
export function svg(name: string, attributes: Readonly<Record<string, string | number>>, parent?: Element): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** A new element of the page; its text is never markup. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text?: string,
  parent?: Element,
  className?: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  parent?.append(element);
  return element;
}
