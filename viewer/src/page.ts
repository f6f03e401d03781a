// Finding the parts of the page.

export function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no part "${id}"`);
  return found as T;
}

/** A new element with attributes and children. */
export function make(tag: string, attributes: Record<string, string> = {}, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
