import { settingFields } from '../../../contract/restaurant/setting-fields.ts';
import type { RestaurantField } from '../../../contract/settings/edit-restaurant.ts';

const labels = Object.fromEntries(Object.entries(settingFields).map(([name, { label }]) => [name, label])) as Record<
  keyof typeof settingFields,
  string
>;

export const fieldLabels: Record<RestaurantField, string> = {
  ...labels,
  days: 'Weekly hours',
  exceptions: 'Holidays and special dates',
  order_types: 'Hours by order type',
};
