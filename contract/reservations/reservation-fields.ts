import { list, optionalText, own, plainText, whole } from '../entity-fields.ts';
import { EMAIL_MAX, PHONE_MAX } from '../limits.ts';
import type { Allergen } from '../menu/parts.ts';

/** The fields of a reservation that are edited by hand. */
export const reservationFields = {
  /** Empty of some walk-ins. */
  name: plainText(120, { label: 'Name', isInEveryRow: true, isRequired: true }),
  phone: optionalText(PHONE_MAX, { label: 'Phone', isInEveryRow: true }),
  email: optionalText(EMAIL_MAX, { label: 'E-mail', isInEveryRow: true }),
  guests_count: whole(1, 1000, 2, { label: 'Party', isInEveryRow: true, isRequired: true }),
  starts_at: own<string>()('', { label: 'Time', isInEveryRow: true, isRequired: true }),
  /** A new one stays as long as its party usually does. */
  duration_minutes: own<number>()(0, { label: 'Length of stay', isInEveryRow: true }),
  table_ids: list<string>()({ label: 'Table', isInEveryRow: true }),
  /** Where the party would like to sit. */
  area_id: own<string | null>()(null, { label: 'Area', isInEveryRow: true }),
  occasion: optionalText(60, { label: 'Occasion', isInEveryRow: true }),
  customer_note: optionalText(500, { label: 'Guest’s note', isInEveryRow: true }),
  staff_note: optionalText(500, { label: 'Team’s note', isInEveryRow: true }),
  allergens: list<Allergen>()({ label: 'Allergies', isInEveryRow: true }),
};
export type EditableField = keyof typeof reservationFields;
