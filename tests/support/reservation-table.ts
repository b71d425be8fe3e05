import { randomUUID } from 'node:crypto';

/** One table for four guests, on Fridays and Saturdays from 18:00 to `until`, as the owner saves it. */
export async function openOneTable(
  asOwner: (method: 'POST', path: string, body: object) => Promise<unknown>,
  { until }: { until: string },
): Promise<void> {
  await asOwner('POST', '/settings/reservation/available-times', {
    slot_interval_minutes: 30,
    days: [5, 6].map((weekday) => ({
      weekday,
      is_open: true,
      periods: [{ start_time: '18:00', end_time: until, max_guests: null, max_reservations: null }],
    })),
    exceptions: [],
  });
  const area = randomUUID();
  await asOwner('POST', '/settings/reservation/table-config', {
    areas: [{ id: area, name: 'Room', sort_order: 0 }],
    tables: [
      {
        id: randomUUID(),
        name: 'T1',
        area_id: area,
        min_capacity: 1,
        max_capacity: 4,
        shape: 'rect',
        extra_capacity: 0,
        is_joinable: false,
        joinable_with: [],
        priority: 0,
        position: { x: 0, y: 0, rotation: 0, width: 80, height: 80 },
        is_enabled: true,
      },
    ],
    min_guests_online: 1,
    max_guests_online: 4,
  });
}
