import { drizzle } from 'drizzle-orm/node-postgres';
import type { ErrorBody } from '../../../../contract/errors.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { CallResult } from '../../../pipeline/result.ts';
import type { Services } from '../../../pipeline/services.ts';
import { newId } from '../../../platform/ids.ts';
import { nameId } from '../../../platform/name-id.ts';
import { tokenOfKey } from '../../order-of-token.ts';
import { bookTable } from '../../reservations.ts';
import { callStorefront, refusalLabel } from '../forms.ts';
import type { Website } from '../website.ts';

export type Booked =
  | { kind: 'booked'; token: string }
  /** A reservation was made under this key before, with other details. */
  | { kind: 'again'; token: string }
  | { kind: 'refused'; code: string; problems: string[]; wrong: Record<string, string>; status: number; key: string };

/**
 * Books the table of a form, once: whatever is sent again under its key finds the first reservation. A refusal is stored under the key,
 * too; then the form gets a new one.
 */
export async function bookForm(
  services: Services,
  website: Website,
  { form, key }: { form: URLSearchParams; key: string },
): Promise<Booked> {
  const { restaurantId, now } = website;
  const body = reservationOf(form);
  let result = await send(services, website, key, body);
  if (result.error && result.status < 500) {
    const known = await withTransaction(services.pools.app, restaurantId, 'read', (client) =>
      tokenOfKey(drizzle(client), { call: bookTable.call, restaurantId, key, env: services.env }),
    );
    if (known !== null) return { kind: 'again', token: known };
  }
  // A refused form with other details. Its key follows from both, so that it counts once, too.
  if (result.error?.code === 'key_reused')
    result = await send(services, website, nameId(restaurantId, key, JSON.stringify(body)), body);
  if (!result.error) return { kind: 'booked', token: (result.data as { token: string }).token };
  // Whether something was stored is not known after a fault, so the key stays.
  const isUnknown = result.status >= 500 || result.status === 429;
  return {
    kind: 'refused',
    code: result.error.code,
    ...faultLabel(result, result.error),
    status: result.status,
    key: isUnknown ? key : newId(now),
  };
}

const send = (services: Services, website: Website, key: string, body: object): Promise<CallResult> =>
  callStorefront(services, website, bookTable, { body, key });

/** The reservation as the storefront API takes it. */
function reservationOf(form: URLSearchParams): object {
  const typed = (name: string) => form.get(name)?.trim() ?? '';
  const optional = (name: string) => (typed(name) === '' ? {} : { [name]: typed(name) });
  return {
    guests_count: Number(typed('guests')),
    starts_at: typed('at'),
    name: typed('name'),
    phone: typed('phone'),
    ...optional('email'),
    ...optional('occasion'),
    ...optional('customer_note'),
    ...(form.has('allergens') && { allergens: form.getAll('allergens') }),
  };
}

const fields: Record<string, [field: string, message: string]> = {
  guests_count: ['guests', 'Enter how many you are'],
  starts_at: ['at', 'Choose a time'],
  name: ['name', 'Enter your name'],
  phone: ['phone', 'Enter a valid telephone number'],
  email: ['email', 'Enter a valid e-mail address'],
  occasion: ['occasion', 'Shorten the occasion'],
  customer_note: ['customer_note', 'Shorten the note'],
};

/** Why a table was not booked, in words: above the form, and beside its fields. */
function faultLabel(
  result: CallResult,
  { code, field_errors }: ErrorBody,
): { problems: string[]; wrong: Record<string, string> } {
  const wrong = Object.fromEntries(
    Object.keys(field_errors ?? {}).flatMap((name) => (fields[name] ? [fields[name]] : [])),
  );
  if (code === 'slot_unavailable')
    return {
      problems: ['That time is not free any more. Nothing has been booked. What you typed is kept.'],
      wrong: { at: 'Choose another time' },
    };
  if (Object.keys(wrong).length > 0)
    return { problems: ['Nothing has been booked yet. Look at the marked fields.'], wrong };
  if (result.status >= 500)
    return {
      problems: ['We do not know whether your reservation arrived. Send it again: no second table will be booked.'],
      wrong,
    };
  return { problems: [refusalLabel(result)], wrong };
}
