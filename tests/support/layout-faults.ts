import type { Page } from 'playwright-core';

/** What is wrong with the layout of the page as it is drawn now: parts that are wider than the screen, and text that is cut. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Waits until the page has drawn what it was about to draw. */
export const isSettled = (page: Page, idleMs: number): Promise<void> => page.evaluate(waitUntilIdle, idleMs);

/** Runs in the page. */
async function waitUntilIdle(idleMs: number): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await new Promise<void>((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, idleMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, idleMs);
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
  });
  await frame();
}

/** Runs in the page. Chromium lays out in 64ths of a pixel, so a pixel more is no fault. */
function findFaults(): string[] {
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const boxes = new Map<Element, DOMRect>();
  const boxOf = (element: Element) => {
    const known = boxes.get(element) ?? element.getBoundingClientRect();
    boxes.set(element, known);
    return known;
  };
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
  const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const isOnlyRead = (element: Element) => {
    const { width, height } = boxOf(element);
    return width <= 1 || height <= 1 || styleOf(element).clipPath === 'inset(50%)';
  };

  /** A floor plan or a timeline, which is looked at piece by piece. */
  const isDrawing = (element: Element) =>
    element.matches('[role="region"][aria-label]') || element.querySelector(':scope > svg') !== null;

  /** The ancestors that may clip `element`; an absolute one is clipped from its positioned ancestor on. */
  function* clippers(element: Element): Generator<Element> {
    let isSkipping = false;
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { position } = styleOf(one);
      if (!isSkipping || position !== 'static') {
        isSkipping = position === 'absolute';
        yield one;
        if (position === 'fixed') return;
      }
    }
  }

  /** How `rects` within `element` are cut off: not at all, with a sign such as an ellipsis, or without one. */
  function cutOf(rects: DOMRect[], element: Element, isText: boolean): 'not' | 'signed' | 'unsigned' {
    let worst: 'not' | 'signed' = 'not';
    let isWide = false;
    let isHigh = false;
    for (const one of clippers(element)) {
      if (isOnlyRead(one)) return 'not';
      if (!isText && one === element) continue;
      const style = styleOf(one);
      const box = boxOf(one);
      const isClamped = style.webkitLineClamp !== 'none';
      isWide ||= scrolls(style.overflowX);
      isHigh ||= scrolls(style.overflowY);
      const isCutSideways =
        !isWide &&
        clips(style.overflowX) &&
        rects.some(({ left, right }) => left < box.left - 1.5 || right > box.right + 1.5);
      const isCutBelow =
        !isHigh &&
        clips(style.overflowY) &&
        rects.some(({ top, bottom, height }) => {
          const lost = Math.max(bottom - box.bottom, box.top - top);
          return lost > Math.max(2, height * 0.3);
        });
      if (!isCutSideways && !isCutBelow) continue;
      const isFading = style.maskImage !== 'none';
      const isEllipsis = isCutSideways && style.textOverflow === 'ellipsis' && style.display !== 'flex';
      if (!isText || !(isFading || isEllipsis || isClamped)) return 'unsigned';
      // Whatever lies further out sees only what this one leaves.
      worst = 'signed';
      isWide ||= isCutSideways;
      isHigh ||= isCutBelow;
    }
    // What lies beside the screen as a whole is for screen readers.
    if (!isWide && rects.some(({ right, left }) => right > innerWidth + 1 || (left < -1 && right > 0)))
      return 'unsigned';
    return worst;
  }

  /** The first of the elements that reach furthest out. */
  const widestIn = (element: Element): string => {
    const inside = [...element.querySelectorAll('*')].filter((one) => one.checkVisibility());
    const rights = inside.map((one) => one.getBoundingClientRect().right);
    const widest = inside[rights.indexOf(Math.max(...rights))];
    return widest ? `${widest.tagName.toLowerCase()} ${short(widest.textContent)}` : short(element.textContent);
  };

  const faults = new Set<string>();
  // The app scrolls inside its panel; a public page is a document.
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth} px wide`);
  const panel = document.querySelector('#content');
  if (panel && clips(styleOf(panel).overflowY) && panel.scrollHeight > panel.clientHeight + 1)
    faults.add(`the panel hides ${panel.scrollHeight - panel.clientHeight} px`);
  if (scrollHeight > innerHeight && document.querySelector('[data-ordering]'))
    faults.add(`the page slides away by ${scrollHeight - innerHeight} px`);

  for (const element of document.body.querySelectorAll('*')) {
    if (
      element instanceof SVGElement ||
      element.closest('[inert]') ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      continue;
    const style = styleOf(element);
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) {
      // A strip that scrolls sideways is a line; whatever is higher would pan with all that it holds.
      if (scrolls(style.overflowX) && element.clientHeight > 160 && !isDrawing(element))
        faults.add(`pans sideways by ${element.scrollWidth - element.clientWidth} px: ${widestIn(element)}`);
      // A long name scrolls in its field; a number, an amount or a time is shown whole.
      if (element.matches('input:is([type="tel"], [type="time"], [type="date"], [inputmode])'))
        faults.add(`the value is cut: ${(element as HTMLInputElement).value}`);
    }
    if (element.matches('button, a[href], input, select, textarea') && !isOnlyRead(element)) {
      if (cutOf([boxOf(element)], element, false) === 'unsigned')
        faults.add(`control is cut: ${short(element.ariaLabel ?? element.textContent)}`);
    }
  }

  // Amounts and times are never shortened, and a heading keeps its words.
  const never = /^([-+−]?[£€$][\d,.]+|\d{1,2}:\d{2}|Allergy: .*)$/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement!;
    if (!text.nodeValue?.trim() || parent.closest('[inert], svg, script, style, option')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const cut = cutOf(rects, parent, true);
    const cell = parent.closest('td, th');
    if (cell && cut === 'not' && !isOnlyRead(parent) && rects.some(({ right }) => right > boxOf(cell).right + 1.5))
      faults.add(`runs into the next cell: ${short(text.nodeValue)}`);
    const isKept = never.test(text.nodeValue.trim()) || parent.closest('h1') !== null;
    if (cut === 'unsigned' || (cut === 'signed' && isKept)) faults.add(`text is cut: ${short(text.nodeValue)}`);
  }
  return [...faults];
}
