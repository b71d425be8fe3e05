import type { customers } from '../db/schema/customers.ts';

/** What a tombstone keeps of a person: nothing. */
export const emptyCustomer = {
  name: '',
  email: null,
  phone: null,
  phone_raw: null,
  addresses: [],
  tags: [],
  note: '',
  allergens: [],
  birthday: null,
  language: null,
  marketing_consent: {},
  blocked_reason: null,
  chat_id: null,
  field_changes: {},
} satisfies Partial<typeof customers.$inferInsert>;
