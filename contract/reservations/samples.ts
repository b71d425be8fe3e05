import { sampleOf, type Sample } from '../sample.ts';
import * as reservations from './calls.ts';

const tomorrow = (now: string, hours = 24) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();

const areaId = '0192f0a0-0000-7000-8000-00000000a001';
const tableId = '0192f0a0-0000-7000-8000-00000000a002';

export const samples: Sample[] = [
  sampleOf(reservations.list, () => ({ query: { reservation_status: 'confirmed' } })),
  sampleOf(reservations.get, ({ reservationId }) => ({ path: { id: reservationId } })),
  sampleOf(reservations.create, ({ now }) => ({
    body: {
      name: 'Joanna Price',
      phone: '020 7946 0123',
      guests_count: 4,
      starts_at: tomorrow(now),
      duration_minutes: 90,
      occasion: 'Birthday',
      source: 'phone',
    },
  })),
  sampleOf(reservations.edit, ({ reservationId, now }) => ({
    path: { id: reservationId },
    body: { guests_count: 5, starts_at: tomorrow(now, 26), staff_note: 'By the window' },
  })),
  sampleOf(reservations.setStatus, ({ reservationId }) => ({
    path: { id: reservationId },
    body: { reservation_status: 'cancelled' },
  })),
  sampleOf(reservations.getBookingRules, () => ({})),
  sampleOf(
    reservations.saveBookingRules,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        min_booking_duration_minutes: 75,
        default_duration_by_party: [{ max_guests: 4, minutes: 90 }],
        buffer_minutes: 15,
        min_advance_minutes: 60,
        max_advance_days: 30,
        cancellation_cutoff_minutes: 120,
        auto_confirm: true,
        hold_minutes: 10,
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(reservations.getTableConfig, () => ({})),
  sampleOf(
    reservations.saveTableConfig,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        areas: [{ id: areaId, name: 'Terrace', sort_order: 0 }],
        tables: [
          {
            id: tableId,
            name: 'T1',
            area_id: areaId,
            min_capacity: 1,
            max_capacity: 4,
            extra_capacity: 1,
            shape: 'round',
            is_joinable: false,
            joinable_with: [],
            is_enabled: true,
            priority: 0,
            position: { x: 40, y: 40, width: 90, height: 90, rotation: 0 },
          },
        ],
        min_guests_online: 1,
        max_guests_online: 6,
      },
    }),
    { foreignRows: 'not_found' },
  ),
  sampleOf(reservations.getAvailableTimes, () => ({})),
  sampleOf(
    reservations.saveAvailableTimes,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        slot_interval_minutes: 15,
        days: [
          {
            weekday: 5,
            is_open: true,
            periods: [{ start_time: '18:00', end_time: '22:00', max_guests: 20, max_reservations: null }],
          },
        ],
        exceptions: [{ date: '2026-12-25', is_open: false, periods: [], label: 'Christmas' }],
      },
    }),
    { foreignRows: 'not_found' },
  ),
];
