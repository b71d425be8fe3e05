import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

// What a library still wants to do later would find no document any more.
const timers = new Set<NodeJS.Timeout>();
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof startTimer>) => {
  const timer = startTimer(...args);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(() => {
  globalThis.setTimeout = startTimer;
  for (const timer of timers) clearTimeout(timer);
});

/** Renders a component into the document until the test ends. */
export function rendered(element: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(element));
  ends.push(() => {
    act(() => root.unmount());
    place.remove();
  });
  const button = (name: string | RegExp): HTMLButtonElement => {
    const found = [...place.querySelectorAll('button')].find((one) => nameOf(one).match(name));
    if (!found) throw new Error(`There is no button ${name} in: ${place.innerHTML}`);
    return found;
  };
  return {
    place,
    text: () => place.textContent,
    rerender: (next: ReactNode) => act(() => root.render(next)),
    button,
    press: (name: string | RegExp) => act(() => button(name).click()),
    type: (field: HTMLInputElement, value: string) =>
      act(() => {
        // React watches the setter that it has put over this one.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    fire: (target: Element, type: string) => act(() => void target.dispatchEvent(new Event(type, { bubbles: true }))),
  };
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim();
