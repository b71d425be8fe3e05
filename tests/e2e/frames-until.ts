import type { Page } from 'playwright-core';

export interface Seen {
  /** The animation frame after the event in which the page first showed it: 1 is the next. */
  frame: number;
  inDomMs: number;
}

/** Does something on the screen of a category's dishes, and counts the frames until a row of the table has the name. */
export const framesUntil = (page: Page, act: { click: string } | { type: string }, name: string): Promise<Seen> =>
  page.evaluate(
    async ({ act: doing, words: awaited }) => {
      const isShown = () =>
        [...document.querySelectorAll('tbody th button')].some((one) => one.textContent === awaited);
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      const start = performance.now();
      if ('click' in doing) document.querySelector<HTMLElement>(`nav a[href="${doing.click}"]`)!.click();
      else {
        const field = document.querySelector<HTMLInputElement>('input[type=search]')!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, doing.type);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      for (let count = 1; count <= 600; count += 1) {
        await frame();
        if (isShown()) return { frame: count, inDomMs: performance.now() - start };
      }
      throw new Error(`${awaited} never appeared`);
    },
    { act, words: name },
  );
