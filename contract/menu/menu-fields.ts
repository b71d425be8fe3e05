import { choice, flag, flagOn, list, optionalPercent, optionalText, own, plainText } from '../entity-fields.ts';
import type { OrderChannel } from '../orders/order-channel.ts';
import type { OrderType } from '../restaurant/rows.ts';
import type { bookStatuses, taxModes } from './calls.ts';
import type { AvailabilityWindow } from './parts.ts';

// In the order of the columns of a file.

/** The fields of a menu. */
export const bookFields = {
  name: plainText(120, { label: 'Name', csv: true, isPublic: true, isInEveryRow: true, isRequired: true }),
  description: plainText(1000, { label: 'Description', csv: true, isPublic: true, isInEveryRow: true }),
  image_url: own<string | null>()(null, { label: 'Photo', isPublic: true, isInEveryRow: true }),
  status: choice<(typeof bookStatuses)[number]>()('draft', { label: 'Status', csv: true, isInEveryRow: true }),
  is_default: flag({ label: 'Default menu', csv: 'usual', isInEveryRow: true }),
  sort_order: own<number>()(0, { label: 'Place in the list', csv: 'position', isInEveryRow: true }),
  order_types: list<OrderType>()({ label: 'Order types', csv: true, isInEveryRow: true }),
  /** Where its dishes can be ordered. None: everywhere. */
  channels: list<OrderChannel>()({ label: 'Where it is sold', csv: true }),
  /** Of a new one, as the restaurant's tax settings say. */
  tax_mode: choice<(typeof taxModes)[number]>()('inclusive', { label: 'Tax', csv: true, isInEveryRow: true }),
  availability_windows: own<AvailabilityWindow[]>()([], { label: 'Times', csv: 'windows', isInEveryRow: true }),
};

/** The fields of a category. */
export const categoryFields = {
  name: plainText(120, { label: 'Name', csv: true, isPublic: true, isInEveryRow: true, isRequired: true }),
  description: plainText(1000, { label: 'Description', csv: true, isPublic: true, isInEveryRow: true }),
  image_url: own<string | null>()(null, { label: 'Photo', isPublic: true }),
  is_active: flagOn({ label: 'Shown', csv: 'active', isInEveryRow: true }),
  sort_order: own<number>()(0, { label: 'Place in the list', csv: 'position', isInEveryRow: true }),
  /** Where its dishes are cooked, such as "Tandoor". Null: every station. */
  kitchen_station: optionalText(40, {
    label: 'Station',
    csv: true,
    isInEveryRow: true,
    part: 'kitchen',
    placeholder: 'Every station',
  }),
  /** For its dishes that have no rate of their own; null: no tax is shown. */
  tax_rate_bp: optionalPercent({ label: 'Tax rate', unit: '%', csv: 'tax_rate', part: 'kitchen', placeholder: 'None' }),
  availability_windows: own<AvailabilityWindow[]>()([], { label: 'Times', csv: 'windows', isInEveryRow: true }),
};
