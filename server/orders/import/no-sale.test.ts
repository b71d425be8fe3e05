import { expect, test } from 'vitest';
import { findColumns } from './columns.ts';
import { readMeaning } from './no-sale.ts';

test.each([
  [
    'no_sale',
    'Cancelled',
    'CANCELED',
    'wc-cancelled',
    'Refunded',
    'wc-refunded',
    'failed',
    'Voided',
    'VOID',
    'Rejected',
  ],
  [
    'no_sale',
    'Declined',
    'Payment failed',
    'Pending payment',
    'on-hold',
    'Unpaid',
    'no_show',
    'Draft',
    'trash',
    'Refund',
  ],
  [
    'no_sale',
    'Storniert',
    'Annulée',
    'Cancelado',
    'Geannuleerd',
    'Order cancelled by customer',
    'Not paid',
    'Returned',
  ],
  [
    'sale',
    'Completed',
    'complete',
    'wc-completed',
    'Paid',
    'Closed',
    'DELIVERED',
    'picked_up',
    'Sale',
    'Payment',
    'Bezahlt',
  ],
  ['partly_refunded', 'partially_refunded', 'Partially Refunded'],
  ['unknown', 'New', 'Table 4'],
  ['silent', '', ' '],
])('reads a status as %s: %j …', (meaning, ...texts) => {
  expect(texts.map((text) => [text, readMeaning('status', text)])).toEqual(texts.map((text) => [text, meaning]));
});

test.each([
  ['no_sale', 'true', 'TRUE', 'yes', 'Y', '1', 'x', 'Voided', '8.50', 'Customer left'],
  ['sale', 'false', 'No', 'n', '0', '0.00', '£0.00', 'N/A', 'none', 'Not voided', 'Faux'],
  ['silent', ''],
])('reads a mark as %s: %j …', (meaning, ...texts) => {
  expect(texts.map((text) => [text, readMeaning('mark', text)])).toEqual(texts.map((text) => [text, meaning]));
});

test('finds the columns that change what a row means, and names the others', () => {
  const found = findColumns([
    'Order No',
    'Date',
    'Item',
    'Qty',
    'Price',
    'Order Status',
    'Void?',
    'Is Refunded',
    'Cancelled At',
    'Receipt Type',
    'Order Type',
    'Server',
    'Store Name',
    'Total',
  ]);
  expect(found).toMatchObject({
    location: 12,
    meanings: [
      { at: 5, kind: 'status' },
      { at: 6, kind: 'mark' },
      { at: 7, kind: 'mark' },
      { at: 8, kind: 'trace' },
      { at: 9, kind: 'status' },
    ],
    amounts: [13],
    unread: ['Order Type', 'Server', 'Total'],
  });
});
