import type { ImportColumn } from '../../../../contract/customers/import-calls.ts';

export const columnLabels: Record<ImportColumn, string> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  birthday: 'Birthday',
  tags: 'Tags',
  note: 'Note',
  marketing_consent: 'Marketing allowed by',
  email_consent: 'E-mail marketing allowed',
  sms_consent: 'SMS marketing allowed',
  whatsapp_consent: 'WhatsApp marketing allowed',
};
