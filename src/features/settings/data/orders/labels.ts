import type { OrderImport } from '../../../../../contract/orders/import-calls.ts';

export const columnLabels: Record<OrderImport['columns'][number]['field'], string> = {
  number: 'Order number',
  date: 'Date',
  time: 'Time',
  name: 'Item',
  quantity: 'Quantity',
  price: 'Price',
  discount: 'Discount',
  location: 'Location',
  status: 'Status of the sale',
};
