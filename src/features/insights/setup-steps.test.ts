import { expect, test } from 'vitest';
import { isChecklistShown, setupSteps } from './setup-steps.ts';

const facts = { hasDishes: true, isWebsitePublished: true, takesPayments: true, hasChannel: true };
const open = {
  days: [{ weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '22:00' }] }],
  exceptions: [],
};
const closed = { days: [{ weekday: 5, is_open: false, periods: [] }], exceptions: [] };
const undone = (hours: typeof open, some: Partial<Record<keyof typeof facts, boolean | null>> = {}) =>
  setupSteps({ opening_hours: hours }, { ...facts, ...some })
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

test('each step is computed from what there is', () => {
  expect(undone(open)).toEqual([]);
  expect(undone(closed)).toEqual(['hours']);
  expect(undone(open, { hasDishes: false })).toEqual(['menu']);
  expect(undone(open, { isWebsitePublished: false, takesPayments: false, hasChannel: false })).toEqual([
    'website',
    'payments',
    'channel',
  ]);
});

test('the list is hidden when all is done, and while nothing is known to be missing', () => {
  const steps = (some: Partial<Record<keyof typeof facts, boolean | null>>) =>
    setupSteps({ opening_hours: open }, { ...facts, ...some });
  expect(isChecklistShown(steps({}))).toBe(false);
  expect(isChecklistShown(steps({ hasChannel: null }))).toBe(false);
  expect(isChecklistShown(steps({ hasChannel: false }))).toBe(true);
});
