// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../src/data/db.ts';
import { describerOf } from '../../src/features/unsent/describe.ts';
import { NeedsYou } from '../../src/features/unsent/NeedsYou.tsx';
import type { ConfirmProps } from '../../src/components/dialogs/ConfirmDialog.tsx';
import { dish, id, pathOf } from '../support/rows.ts';
import { rendered } from './rendered.ts';
import { soon } from '../support/soon.ts';

const unsent = vi.hoisted(() => ({
  dismiss: vi.fn<(key: string) => Promise<void>>(() => Promise.resolve()),
  dismissEach: vi.fn<(keys: string[]) => Promise<void>>(() => Promise.resolve()),
  restore: vi.fn<(key: string) => Promise<object>>(() => Promise.resolve({})),
}));
vi.mock('../../src/sync/recovery/unsent-changes.ts', () => unsent);
// The library's dialog is animated, which needs a real screen.
vi.mock('../../src/components/dialogs/ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ submitLabel, onDo }: ConfirmProps) => (
    <button type="button" onClick={onDo}>
      {submitLabel}
    </button>
  ),
}));

beforeEach(() => void vi.clearAllMocks());

const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const describer = describerOf(
  { rows: new Map(), categories: new Map() },
  restaurant,
  Date.parse('2026-11-20T19:36:00.000Z'),
);
const standing = { at: '2026-11-20T19:10:00.000Z', by: null, device_name: 'Ravi’s phone' };

const failed = (n: number, price_amount: number): DeadLetter => ({
  key: id(n),
  seq: n,
  at: '2026-11-20T19:20:00.000Z',
  entry: {
    call: 'menu.editItem',
    path: pathOf(dish(100)),
    body: { price_amount },
    touches: [],
    occurredAt: '2026-11-20T19:12:00.000Z',
  } as unknown as OutboxEntry,
  reason: 'superseded',
  error: null,
  notice: { code: 'superseded', fields: { price_amount: standing } },
  theirs: dish(100, { name: 'Butter chicken', price_amount: 1150 }),
  yours: null,
});
const show = (...deadLetters: DeadLetter[]) => (
  <NeedsYou deadLetters={deadLetters} describer={describer} timezone="Europe/London" onLeave={() => undefined} />
);

test('a change that the role does not allow says who may make it', () => {
  const refused = { ...failed(1, 1195), reason: 'rejected' as const, notice: null };
  const page = rendered(show({ ...refused, error: { code: 'not_allowed', message: 'no' } }));
  expect(page.text()).toContain('Only the owner or a manager can do this.');
  expect(page.button('Send it again')).toBeTruthy();
});

test('one tap restores a superseded price', () => {
  rendered(show(failed(1, 1195))).press('Restore £11.95');
  expect(unsent.restore.mock.calls).toEqual([[id(1)]]);
});

test('"Dismiss all" asks first and keeps later arrivals', async () => {
  const screen = rendered(show(failed(1, 1195), failed(2, 1250)));
  screen.press('Dismiss all');
  // The dialog is loaded when it is first opened.
  await soon(async () => {
    await act(() => Promise.resolve());
    screen.button('Dismiss 2 changes');
  });
  expect(unsent.dismissEach).not.toHaveBeenCalled();
  screen.rerender(show(failed(1, 1195), failed(2, 1250), failed(3, 1300)));
  screen.press('Dismiss 2 changes');
  expect(unsent.dismissEach.mock.calls).toEqual([[[id(1), id(2)]]]);
});
