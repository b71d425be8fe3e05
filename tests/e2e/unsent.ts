import type { Locator, Page } from 'playwright-core';

/** Opens the panel that lists waiting, refused and finished changes. */
export async function openUnsent(page: Page): Promise<Locator> {
  const panel = unsentPanel(page);
  if (await panel.isVisible()) return panel;
  await page
    .getByRole('button', { name: /changes?|unsent/i })
    .first()
    .click();
  await panel.waitFor();
  return panel;
}

export const unsentPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'Unsent changes' });

/** The panel's entry about `subject`: a dish's name or an order's number. */
export const failedChangeOf = (panel: Locator, subject: string): Locator =>
  panel.locator('li, article, section > div').filter({ hasText: subject }).last();
