import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { stepButton, type Step } from './step-button.ts';

export { stepButton } from './step-button.ts';

export async function takeStep(page: Page, step: Step, orderNo: string): Promise<void> {
  // A background tab renders once a second.
  await page.bringToFront();
  await stepButton(page, step, orderNo).click();
}

export const orderLink = (page: Page, orderNo: string): Locator =>
  page.getByRole('link', { name: new RegExp(`\\b${orderNo}\\b`) }).first();

/** The availability switch of a dish. */
export const itemSwitch = (page: Page, itemName: string): Locator =>
  page.getByRole('switch', { name: new RegExp(RegExp.escape(itemName), 'i') }).first();

/** The dishes among these that the screen shows as available, all read at once. */
export async function switchedOn(page: Page, items: readonly { name: string }[]): Promise<string[]> {
  const switches = await page.getByRole('switch').evaluateAll((all) =>
    all.map((element) => ({
      name: element.ariaLabel ?? '',
      isOn: (element.ariaChecked ?? String((element as HTMLInputElement).checked)) === 'true',
    })),
  );
  return items
    .map(({ name }) => name)
    .filter((name) => {
      const found = switches.find((toggle) => toggle.name.includes(name));
      if (!found) throw new Error(`There is no switch of ${name}`);
      return found.isOn;
    });
}

/** Switches a dish on or off as a person does; the screen shows it at once. */
export async function turnItem(page: Page, itemName: string, isAvailable: boolean): Promise<void> {
  const toggle = itemSwitch(page, itemName);
  await page.bringToFront();
  if ((await toggle.isChecked()) === isAvailable) throw new Error(`${itemName} stands like that already`);
  await toggle.click();
  await expect.poll(() => toggle.isChecked(), { interval: 5 }).toBe(isAvailable);
}
