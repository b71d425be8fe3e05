import type { Page } from 'playwright-core';

/** Switches a page between mouse and touch, on which the height of its controls depends. */
export async function setTouch(page: Page, enabled: boolean): Promise<void> {
  // Detaching the session would end the emulation.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled });
}
