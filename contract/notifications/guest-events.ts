/** What a guest hears of an order or a reservation. The owner may turn each off. */
export const guestEvents = [
  'order_placed',
  'order_accepted',
  'order_ready',
  'order_out_for_delivery',
  'order_rejected',
  'order_cancelled',
  'reservation_requested',
  'reservation_confirmed',
  'reservation_declined',
  'reservation_cancelled',
  'reservation_reminder',
] as const;
export type GuestEvent = (typeof guestEvents)[number];
