import type { locationFields } from '../../../contract/delivery/new-rows.ts';

export const locationLabels: Record<(typeof locationFields)[number], string> = {
  name: 'Name',
  area: 'Area',
  fee_amount: 'Fee',
  fee_tiers: 'Fees by order value',
  min_order_amount: 'Minimum order',
  free_over_amount: 'Free delivery from',
  eta_min_minutes: 'Shortest time',
  eta_max_minutes: 'Longest time',
  priority: 'Priority',
  is_active: 'Active',
  windows: 'Delivery times',
  courier: 'Courier',
  note: 'Note',
};
