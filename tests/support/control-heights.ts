import type { Page } from 'playwright-core';

/** The heights of the controls that the page shows, in px, each with the controls that have it. */
export const controlHeights = (page: Page): Promise<Record<string, string[]>> => page.evaluate(findHeights);

/**
 * Runs in the page. Not controls: links and buttons within text, rows and cards that are pressed as a whole, boxes and sliders, which are drawn
 * smaller than the label that is their target, and text areas, which are as high as their text.
 */
function findHeights(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const inputs = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="color"])';
  for (const element of document.querySelectorAll<HTMLElement>(`a[href], button, select, summary, ${inputs}`)) {
    // A field's frame is what is seen, and what lies in it belongs to it.
    const frame = element.closest<HTMLElement>('.fui-Input, .g-input');
    if (frame && !(element instanceof HTMLInputElement) && frame !== element) continue;
    const control = frame ?? element;
    const { width, height } = control.getBoundingClientRect();
    if (width <= 1 || height <= 1 || element.closest('[inert]') || !element.checkVisibility()) continue;
    if (isInText(control) || isCard(control)) continue;
    const px = String(Math.round(height));
    (found[px] ??= []).push(element.ariaLabel ?? (element.textContent || element.id));
  }
  return found;

  function isInText(one: HTMLElement): boolean {
    const { borderTopWidth, backgroundColor, minHeight } = getComputedStyle(one);
    return ['0px', 'auto'].includes(minHeight) && borderTopWidth === '0px' && backgroundColor === 'rgba(0, 0, 0, 0)';
  }

  function isCard(one: HTMLElement): boolean {
    const range = document.createRange();
    range.selectNodeContents(one);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1).toSorted((a, b) => a.top - b.top);
    // What begins below the end of something else is on a second line.
    return lines.some(({ top }) => top >= lines[0]!.bottom - 1) || one.querySelector('img') !== null;
  }
}
