import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on the page, one line per place: "rule: where". Covers WCAG 2.2 A and AA, axe's best practices and target sizes. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // Off by default.
    const { violations } = await checker.run(document, { rules: { 'target-size': { enabled: true } } });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  });
}

/** Switches the system to light or dark and waits until the page has followed. */
export async function turnTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
}

/** Every control whose box is lower or narrower than `least` CSS px: "name w x h". */
export async function smallTargets(page: Page, least: number, inside = 'body'): Promise<string[]> {
  return page.evaluate(
    ({ min, root }) => {
      const pressable =
        'a[href], button, input, select, textarea, summary, [role="button"], [role="switch"], [role="tab"]';
      const within = document.querySelector(root)!;
      return [...within.querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // A finger never meets what only screen readers or the keyboard reach, such as the skip link.
        if (element.closest('[inert]') || !element.checkVisibility() || (width <= 1 && height <= 1)) return [];
        const name = element.ariaLabel ?? element.textContent;
        // Chromium lays out in 64ths of a pixel.
        return width < min - 0.02 || height < min - 0.02 ? [`${name} ${width} x ${height}`] : [];
      });
    },
    { min: least, root: inside },
  );
}
