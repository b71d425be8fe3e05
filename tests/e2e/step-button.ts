import type { Locator, Page } from 'playwright-core';

export type Step = 'Accept' | 'Reject' | 'Start' | 'Ready' | 'Out for delivery' | 'Complete' | 'Cancel' | 'Recall';

/** The button for an order's next step, in a list or on its page. */
export const stepButton = (page: Page, step: Step, orderNo: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${step}\\b.*\\b${orderNo}\\b`) }).first();
