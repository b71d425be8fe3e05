import type { ReadPhone } from '../auth/phone-reader.ts';
import type { Args } from '../call.ts';
import { valuesOf } from '../entity-fields.ts';
import { born } from '../menu/new-rows.ts';
import type { Actor } from '../fields.ts';
import type { create, Customer } from './calls.ts';
import { customerFields } from './customer-fields.ts';
import { editedCustomer } from './edit.ts';

interface Birth {
  id: string;
  version: number;
  at: string;
  actor: Actor;
  source: Customer['source'];
  currency: string;
}

/** A customer of whom nothing is known. */
export const blankCustomer = ({ id, version, at, actor, source, currency }: Birth): Customer => ({
  ...born({ id, version, at, actor }),
  ...valuesOf(customerFields, {}),
  phone_raw: null,
  source,
  marketing_consent: {},
  orders_count: 0,
  no_show_count: 0,
  total_spent_amount: 0,
  currency,
  first_order_at: null,
  last_order_at: null,
  chat_id: null,
});

/** A customer by hand, on the device as on the server. */
export const newCustomer = (
  body: Omit<Args<typeof create>['body'], 'id' | 'occurred_at' | 'op_id'>,
  birth: Omit<Birth, 'source'>,
  readPhone: ReadPhone,
): Customer => editedCustomer(blankCustomer({ ...birth, source: 'manual' }), body, readPhone);
