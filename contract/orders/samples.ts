import { sampleOf, type Sample } from '../sample.ts';
import * as orders from './calls.ts';
import * as imports from './import-calls.ts';

/** An order with one pie. */
const CSV =
  'T3JkZXIgTnVtYmVyLE9yZGVyIERhdGUsSXRlbSBOYW1lLFF1YW50aXR5LFByb2R1Y3QgUHJpY2UKMiwwMi8wMi8yMDIwIDEyOjAwLFBpZSwxLDkuNTAK';

export const samples: Sample[] = [
  sampleOf(orders.list, () => ({ query: { order_status: 'open' } })),
  sampleOf(orders.get, ({ orderIds }) => ({ path: { id: orderIds[0]! } })),
  sampleOf(
    orders.create,
    ({ menu }) => ({
      body: {
        channel: 'phone',
        order_type: 'delivery',
        delivery_fee_amount: 0,
        lines: [
          { menu_item_id: menu.itemIds[0]!, quantity: 2, note: 'Not too hot' },
          { menu_item_id: null, name: 'Corkage', unit_amount: 500, quantity: 1 },
        ],
        customer: { name: 'Joanna Price', phone: '020 7946 0123' },
        delivery_address: {
          line_1: '4 Mill Lane',
          line_2: null,
          city: 'London',
          postal_code: 'SE1 4AA',
          country_code: 'GB',
          instructions: null,
        },
      },
    }),
    { foreignRows: 'items_unavailable' },
  ),
  sampleOf(orders.edit, ({ orderIds, menu }) => ({
    path: { id: orderIds[0]! },
    body: { lines: [{ menu_item_id: menu.itemIds[1]!, quantity: 1 }], kitchen_note: 'Birthday' },
  })),
  sampleOf(orders.setStatus, ({ orderIds }) => ({
    path: { id: orderIds[0]! },
    body: { order_status: 'accepted', prep_minutes: 20 },
  })),
  sampleOf(orders.setLineStatus, ({ orderIds, lineId }) => ({
    path: { id: orderIds[2]!, lineId },
    body: { line_status: 'ready' },
  })),
  sampleOf(orders.acknowledge, ({ orderIds, newId }) => ({ path: { id: orderIds[0]! }, body: { device_id: newId() } })),
  sampleOf(
    orders.setOrdering,
    ({ restaurantId }) => ({
      body: { restaurant_id: restaurantId, ordering_status: 'paused', extra_prep_minutes: 10 },
    }),
    { foreignRows: 'not_found' },
  ),
  // An id of another restaurant's file is free here: files are kept by restaurant.
  {
    ...sampleOf(imports.checkOrders, ({ newId }) => ({ path: { id: newId() }, body: { file: [CSV] } })),
    foreignRows: null,
  },
  sampleOf(imports.getOrderImport, ({ orderImportId }) => ({ path: { id: orderImportId } })),
  sampleOf(imports.getOrderImportRejects, ({ orderImportId }) => ({ path: { id: orderImportId } })),
  sampleOf(imports.startOrderImport, ({ orderImportId }) => ({ path: { id: orderImportId }, body: {} })),
  sampleOf(orders.remove, ({ orderIds }) => ({ body: { orderId: orderIds[1]! } }), { foreignRows: 'not_found' }),
  sampleOf(orders.restore, ({ orderIds }) => ({ path: { id: orderIds[1]! }, body: {} })),
];
