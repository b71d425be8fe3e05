import { plainDigits } from '../auth/phone.ts';
import { type Fields, namesOf } from '../entity-fields.ts';
import { settingFields } from '../restaurant/setting-fields.ts';
import { foldName } from '../names.ts';
import type { Args } from '../call.ts';
import { faultsOfHours } from '../restaurant/check-hours.ts';
import { orderTypes, type Restaurant } from '../restaurant/rows.ts';
import type { saveAccount, saveHours, saveService } from './restaurant-calls.ts';

export type AccountBody = Args<typeof saveAccount>['body'];
export type HoursBody = Args<typeof saveHours>['body'];
export type ServiceBody = Args<typeof saveService>['body'];
/** Fields of all three; no two have one in common, besides `timezone`, which means the same in both. */
export type RestaurantBody = AccountBody & HoursBody & ServiceBody;

const hoursSections = ['days', 'exceptions', 'order_types'] as const;
const plainFields = namesOf(settingFields);

/** What is merged one by one. */
export const restaurantFields = [...plainFields, ...hoursSections] as const;
export type RestaurantField = (typeof restaurantFields)[number];

export const namedFields = (body: RestaurantBody): RestaurantField[] =>
  restaurantFields.filter((field) => body[field] !== undefined);

/** Reads a telephone number of a country; null: it cannot be read. */
export type ReadPhoneOf = (typed: string, country: string | null) => string | null;

/** The restaurant with an edit applied; fields that it does not name stay. On the device as on the server. */
export function editedRestaurant(restaurant: Restaurant, body: RestaurantBody, readPhone: ReadPhoneOf): Restaurant {
  const next: Restaurant = { ...restaurant };
  for (const field of plainFields)
    if (body[field] !== undefined)
      Object.assign(next, { [field]: tidied(field, body[field], { country: next.country_code, readPhone }) });
  for (const section of hoursSections)
    if (body[section] !== undefined) next.opening_hours = { ...next.opening_hours, [section]: body[section] };
  return next;
}

function tidied(
  field: RestaurantField,
  value: unknown,
  { country, readPhone }: { country: string | null; readPhone: ReadPhoneOf },
): unknown {
  if (field.startsWith('phone_number') && typeof value === 'string')
    return readPhone(value, country) ?? (plainDigits(value).trim() || null);
  if (field === 'email') return (value as string).trim().toLowerCase();
  if (field === 'order_type') return orderTypes.filter((type) => (value as string[]).includes(type));
  const isLine = field === 'name' || (settingFields as Fields)[field]?.kind === 'text';
  return typeof value === 'string' && isLine ? value.trim() || null : value;
}

/** What is wrong with the edited restaurant as a whole, by field of the edit; null: nothing. */
export function faultsOfRestaurant(next: Restaurant, body: RestaurantBody): Record<string, string> | null {
  const isAboutHours = hoursSections.some((section) => body[section] !== undefined);
  const faults: Record<string, string> = isAboutHours ? { ...faultsOfHours(next.opening_hours) } : {};
  const lists = {
    kitchen_stations: body.kitchen_stations,
    printers: body.printers,
    tax_settings: body.tax_settings?.rates,
  };
  for (const [field, rows] of Object.entries(lists)) if (hasTwins(rows ?? [])) faults[field] = 'Two have the same name';
  for (const purpose of ['all', 'alcohol'] as const)
    if ((body.tax_settings?.rates ?? []).filter(({ applies_to }) => applies_to === purpose).length > 1)
      faults['tax_settings'] = 'Only one rate can be the usual one';
  return Object.keys(faults).length > 0 ? faults : null;
}

const hasTwins = (rows: readonly { name: string }[]) =>
  new Set(rows.map(({ name }) => foldName(name))).size < rows.length;
