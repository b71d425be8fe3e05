// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultPreferences, type PreferencesChange } from '../../../../contract/notifications/preferences.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { defaultBell } from '../../../session/bell.ts';
import { session } from '../../../session/session.ts';
import { PreferenceSections } from './PreferenceSections.tsx';
import * as requests from './requests.ts';
import { TestButtons } from './TestButtons.tsx';

vi.mock('./requests.ts');
const { sendTest } = vi.mocked(requests);

const restaurant = { id: 'r', timezone: 'Europe/London', business_day_cutoff_time: '04:00' };
const save = vi.fn<(change: PreferencesChange) => void>();

beforeEach(() => void vi.resetAllMocks());
afterEach(() => void (session.bell = defaultBell()));

const sections = (saved = defaultPreferences) => (
  <FluentProvider theme={webLightTheme}>
    <PreferenceSections saved={saved} restaurant={restaurant} save={save} />
    <TestButtons />
  </FluentProvider>
);

async function show() {
  const page = rendered(sections());
  await act(async () => undefined);
  const box = (name: string) => page.place.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!;
  const choice = (label: string) =>
    [...page.place.querySelectorAll('label')]
      .map((one) => [one.textContent, page.place.querySelector<HTMLInputElement>(`[id="${one.htmlFor}"]`)] as const)
      .find(([text]) => text === label)![1]!;
  return {
    ...page,
    box,
    click: (element: HTMLElement) => act(() => element.click()),
    choice,
    press: (name: string) => act(async () => page.button(name).click()),
  };
}

test('each section saves only what was changed in it', async () => {
  const page = await show();
  expect(page.text()).not.toContain('WhatsApp is');
  expect(page.box('New order: WhatsApp')).toBeNull();
  expect([page.box('New order: In the app').disabled, page.box('New order: In the app').checked]).toEqual([true, true]);
  expect(page.box('Out of stock: Sound')).toBeNull();
  page.click(page.box('Out of stock: E-mail'));
  page.click(page.choice('Quiet hours'));
  expect(page.text()).toContain('1 change is not saved yet.');
  await page.press('Save events');
  expect(save.mock.calls).toEqual([[{ events: { stock_out: { email: true } } }]]);
  await page.press('Save quiet hours and report');
  expect(save.mock.lastCall).toEqual([
    { quiet_hours: { start_time: '23:00', end_time: '08:00', except_urgent: true } },
  ]);
});

test('keeps edits that were not saved when the tab is left, until they are discarded', async () => {
  const first = await show();
  first.click(first.box('Low stock: Push'));
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  first.rerender(null);
  const second = await show();
  expect(second.box('Low stock: Push').checked).toBe(true);
  await second.press('Discard changes');
  expect(second.box('Low stock: Push').checked).toBe(false);
  const after = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(after);
  expect(after.defaultPrevented).toBe(false);
  expect(save).not.toHaveBeenCalled();
});

test('the same time twice is not saved', async () => {
  const page = await show();
  page.click(page.choice('Quiet hours'));
  page.type(page.place.querySelector<HTMLInputElement>('[name="quiet_end"]')!, '23:00');
  await page.press('Save quiet hours and report');
  expect(save).not.toHaveBeenCalled();
  expect(page.text()).toContain('The end must differ from the start');
  await page.press('Discard changes');
});

test('a device takes the sound over', async () => {
  const page = await show();
  page.click(page.choice('Ring until somebody answers'));
  await page.press('Use this sound on this device');
  expect(session.bell).toEqual({ sound: 'bell', volume: 60, repeatSeconds: 0, mutedOn: null });
  await page.press('Discard changes');
});

test.each([
  ['push', 'Push', { sent_count: 2, reason: null }, 'Sent to 2 devices.'],
  ['push', 'Push', { sent_count: 0, reason: 'no_device' }, 'No device receives push messages yet.'],
  ['in_app', 'In the app', { sent_count: 1, reason: null }, 'The bell’s list shows a test now.'],
] as const)('a test by %s says what happened (%s %j)', async (medium, label, outcome, text) => {
  sendTest.mockResolvedValue({ ok: true, data: { medium, ...outcome } });
  const page = await show();
  await page.press(`Test: ${label}`);
  expect(sendTest).toHaveBeenCalledExactlyOnceWith(medium);
  expect(page.text()).toContain(text);
});

test('shows what another device saved meanwhile, with the edits', async () => {
  const page = await show();
  page.click(page.box('Low stock: Push'));
  const { stock_low } = defaultPreferences.events;
  page.rerender(
    sections({
      ...defaultPreferences,
      volume: 20,
      events: { ...defaultPreferences.events, stock_low: { ...stock_low, email: true } },
    }),
  );
  expect([page.box('Low stock: Push').checked, page.box('Low stock: E-mail').checked]).toEqual([true, true]);
  await page.press('Save events');
  expect(save.mock.calls).toEqual([[{ events: { stock_low: { push: true } } }]]);
});
