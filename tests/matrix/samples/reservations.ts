import { seed, tableConfig } from '../seed.ts';
import { inMinutes, made, OWN, type Sample, type Step } from './sample.ts';

const [first, second] = seed.tables;
const create = (n: number, more: object = {}): Step => ({
  call: 'reservations.create',
  body: {
    id: made(n),
    name: 'Joanna Price',
    guests_count: 4,
    starts_at: inMinutes(180),
    duration_minutes: 90,
    source: 'phone',
    ...more,
  },
});
const edit = (body: object, id = seed.reservation): Step => ({
  call: 'reservations.edit',
  path: { id },
  body: { ...body },
});
const status = (reservation_status: string, id = seed.reservation, more: object = {}): Step => ({
  call: 'reservations.setStatus',
  path: { id },
  body: { reservation_status, ...more },
});

const rules = (more: object) => ({
  call: 'reservationSettings.saveBookingRules',
  body: {
    restaurant_id: OWN,
    min_booking_duration_minutes: 90,
    default_duration_by_party: [],
    buffer_minutes: 0,
    min_advance_minutes: 60,
    max_advance_days: 30,
    cancellation_cutoff_minutes: 60,
    auto_confirm: false,
    hold_minutes: 10,
    ...more,
  },
});
const tables = (more: object) => ({
  call: 'reservationSettings.saveTableConfig',
  body: { restaurant_id: OWN, ...tableConfig, ...more },
});
const times = (slot_interval_minutes: number) => ({
  call: 'reservationSettings.saveAvailableTimes',
  body: {
    restaurant_id: OWN,
    slot_interval_minutes,
    days: [
      {
        weekday: 5,
        is_open: true,
        periods: [{ start_time: '18:00', end_time: '01:00', max_guests: 10, max_reservations: 3 }],
      },
    ],
    exceptions: [{ date: '2026-12-25', is_open: false, periods: [], label: 'Christmas' }],
  },
});

export const reservations: Record<string, Sample[]> = {
  'reservations.create': [
    {
      does: 'a booking by phone at two joined tables, then seated and completed',
      steps: [
        create(80, { guests_count: 7, table_ids: [first, second], occasion: 'Birthday', allergens: ['milk'] }),
        status('seated', made(80)),
        status('completed', made(80)),
      ],
      guesses: ['reservation_no'],
    },
    {
      does: 'a walk-in',
      steps: [
        create(81, {
          source: 'walk_in',
          name: '',
          reservation_status: 'seated',
          table_ids: [second],
          starts_at: inMinutes(0),
        }),
      ],
      guesses: ['reservation_no'],
    },
    {
      does: 'somebody who waits and then gets a table',
      steps: [
        create(82, { is_waitlisted: true, source: 'walk_in' }),
        edit({ table_ids: [second] }, made(82)),
        status('seated', made(82)),
      ],
      guesses: ['reservation_no'],
    },
    {
      does: 'with a telephone number, which makes a customer',
      steps: [create(83, { phone: '+442079460123' })],
      guesses: ['reservation_no', 'customer_id'],
    },
    {
      does: 'a table that somebody has',
      steps: [create(84, { table_ids: [first] }), create(85, { table_ids: [first], starts_at: inMinutes(269) })],
      refused: 'table_taken',
    },
    {
      does: 'too many guests for the table',
      steps: [create(86, { table_ids: [first], guests_count: 5 })],
      refused: 'invalid_fields',
    },
    { does: 'for nobody', steps: [create(87, { name: ' ' })], refused: 'invalid_fields' },
  ],
  'reservations.edit': [
    {
      does: 'another table, then party and notes',
      steps: [edit({ table_ids: [second] }), edit({ guests_count: 3, staff_note: 'Window' })],
    },
    {
      does: 'to a table that somebody has',
      steps: [create(88, { table_ids: [second], starts_at: inMinutes(0) }), edit({ table_ids: [second] })],
      refused: 'table_taken',
    },
    {
      does: 'a cancelled one',
      steps: [status('cancelled'), edit({ guests_count: 3 })],
      refused: 'reservation_already_final',
    },
  ],
  'reservations.setStatus': [
    { does: 'confirms a request', steps: [status('confirmed', seed.request)] },
    { does: 'declines a request with a reason', steps: [status('declined', seed.request, { reason: 'Fully booked' })] },
    { does: 'cancels', steps: [status('cancelled')], guesses: ['cancelled_by'] },
    { does: 'a no-show who comes late', steps: [status('no_show'), status('seated')] },
    { does: 'confirms what is seated', steps: [status('seated'), status('confirmed')] },
    { does: 'completes what was never seated', steps: [status('completed')], refused: 'transition_not_allowed' },
    {
      does: 'cancels what has left',
      steps: [status('seated'), status('completed'), status('cancelled')],
      refused: 'reservation_already_final',
    },
    { does: 'a no-show who sits', steps: [status('seated'), status('no_show')], refused: 'status_changed' },
  ],
  'reservationSettings.saveBookingRules': [
    { does: 'twice', steps: [rules({ buffer_minutes: 15 }), rules({ buffer_minutes: 20, auto_confirm: true })] },
  ],
  'reservationSettings.saveTableConfig': [
    { does: 'twice', steps: [tables({ max_guests_online: 6 }), tables({ max_guests_online: 7 })] },
    {
      does: 'two tables of one name',
      steps: [tables({ tables: tableConfig.tables.map((table) => ({ ...table, name: 'T1' })) })],
      refused: 'invalid_fields',
    },
  ],
  'reservationSettings.saveAvailableTimes': [{ does: 'twice', steps: [times(15), times(30)] }],
};
