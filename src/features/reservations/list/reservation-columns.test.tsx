// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import type { ReservationRow } from '../queries.ts';
import { ReservationCard, reservationColumns } from './reservation-columns.tsx';

const AT = '2026-11-20T18:30:00.000Z';
const restaurant = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
  opening_hours: { days: [], exceptions: [] },
} as unknown as Restaurant; // fields that the list does not read are left out
const row = (more: Partial<ReservationRow>) =>
  ({
    id: '0192f0a0-0000-7000-8000-000000000002',
    name: 'Joanna Price',
    phone: null,
    source: 'phone',
    guests_count: 4,
    starts_at: AT,
    ends_at: '2026-11-20T20:00:00.000Z',
    table_ids: [],
    reservation_status: 'confirmed',
    waitlisted_at: null,
    allergens: ['tree_nuts'],
    occasion: '',
    customer_note: 'Window, please',
    staff_note: '',
    ...more,
  }) as unknown as ReservationRow; // as above
const look = {
  restaurant,
  now: Date.parse(AT),
  onStep: vi.fn<() => void>(),
  linkTo: (id: string) => `/${id}`,
  sitterOf: () => null,
};
const list = (one: ReservationRow) =>
  rendered(
    <FluentProvider theme={webLightTheme}>
      <DataTable caption="Reservations" columns={reservationColumns(look)} rows={[one]} />
    </FluentProvider>,
  );
const card = (one: ReservationRow) =>
  rendered(
    <FluentProvider theme={webLightTheme}>
      <ReservationCard row={one} look={look} />
    </FluentProvider>,
  );

test('says allergens and notes beside the guest, where a tablet has no column for them', () => {
  const guest = list(row({})).place.querySelector('td[data-column="name"]');
  expect(guest?.textContent).toMatch(/^Joanna Price.*Allergy: .*nuts.*Window, please/i);
  const without = list(row({ allergens: [], customer_note: '' })).place.querySelector('td[data-column="name"]');
  expect(without?.textContent).toBe('Joanna Price');
});

test('says them on the card of a phone', () => {
  expect(card(row({})).text()).toMatch(/Allergy: .*nuts.*Window, please/i);
});

test('only a request that waits for an answer has a primary button', () => {
  const looks = (status: ReservationRow['reservation_status']) =>
    card(row({ reservation_status: status })).place.querySelectorAll('button')[0]?.className;
  expect(looks('requested')).not.toBe(looks('confirmed'));
  expect(looks('seated')).toBe(looks('confirmed'));
});

test('a request has both answers in its row', () => {
  const steps = (one: ReservationRow) =>
    [...list(one).place.querySelectorAll('button')].map((step) => step.textContent);
  expect(steps(row({ reservation_status: 'requested' }))).toEqual(['Confirm', 'Decline']);
  expect(steps(row({ reservation_status: 'confirmed' }))).toEqual(['Seat']);
});
