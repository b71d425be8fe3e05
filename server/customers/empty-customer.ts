import { valuesOf } from '../../contract/entity-fields.ts';
import { customerFields } from '../../contract/customers/customer-fields.ts';
import type { customers } from '../db/schema/customers.ts';

const { customer_status: _, ...personalFields } = customerFields;

/** What a tombstone keeps of a person: nothing. */
export const emptyCustomer = {
  ...valuesOf(personalFields, {}),
  phone_raw: null,
  language: null,
  marketing_consent: {},
  chat_id: null,
  field_changes: {},
} satisfies Partial<typeof customers.$inferInsert>;
