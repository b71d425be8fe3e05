// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as filled from '../../../../tests/components/filled-rows.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import type { FormProps } from '../../../components/dialogs/FormDialog.tsx';
import { closeDb, openFor } from '../../../data/current.ts';
import { ReservationForm } from './ReservationForm.tsx';

const made = vi.hoisted(() => ({ bodies: [] as unknown[] }));
vi.mock('../../../data/mutate.ts', () => ({
  mutate: () => undefined,
  mutateIn: (_store: unknown, _definition: unknown, { body }: { body: unknown }) => void made.bodies.push(body),
}));
vi.mock('../../../components/dialogs/FormDrawer.tsx', () => ({
  FormDrawer: ({ children, submitLabel, onDo }: FormProps) => (
    <form>
      {children}
      <button type="button" onClick={onDo}>
        {submitLabel}
      </button>
    </form>
  ),
}));

/** A Thursday. */
const now = Date.parse('2026-11-19T19:42:00.000Z');
const restaurant = { ...filled.restaurant, timezone: 'Europe/London', business_day_cutoff_time: '04:00' };

beforeEach(async () => {
  made.bodies = [];
  await openFor(crypto.randomUUID(), 'restaurant').db.open();
});
afterEach(() => act(() => closeDb()));

function add(date: string) {
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <ReservationForm
        reservation={null}
        kind="waiting"
        first={{ date, time: '19:00', name: 'Tom Hall' }}
        restaurant={restaurant}
        now={now}
        onClose={() => undefined}
      />
    </FluentProvider>,
  );
  return {
    ...page,
    labels: () => [...page.place.querySelectorAll('label')].map((one) => one.textContent.replace('*', '')),
  };
}

test('a party that waits for a table of Saturday is on the list of Saturday', () => {
  const page = add('2026-11-21');
  expect(page.labels()).toContain('Time');
  page.press('Add to waiting list');
  expect(made.bodies).toMatchObject([
    { name: 'Tom Hall', starts_at: '2026-11-21T19:00:00.000Z', is_waitlisted: true, source: 'phone' },
  ]);
});

test('a party at the door waits from now on', () => {
  const page = add('2026-11-19');
  expect(page.labels()).not.toContain('Time');
  page.press('Add to waiting list');
  expect(made.bodies).toMatchObject([
    { starts_at: '2026-11-19T19:42:00.000Z', is_waitlisted: true, source: 'walk_in' },
  ]);
});
