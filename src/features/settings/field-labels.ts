import { settingFields } from '../../../contract/restaurant/setting-fields.ts';
import type { locationFields } from '../../../contract/delivery/new-rows.ts';
import type { RestaurantField } from '../../../contract/settings/edit-restaurant.ts';

const labels = Object.fromEntries(Object.entries(settingFields).map(([name, { label }]) => [name, label])) as Record<
  keyof typeof settingFields,
  string
>;

export const fieldLabels: Record<RestaurantField, string> = {
  ...labels,
  days: 'Weekly hours',
  exceptions: 'Dates with other hours',
  order_types: 'Hours of order types',
};

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
