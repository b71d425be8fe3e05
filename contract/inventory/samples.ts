import { sampleOf, type Sample } from '../sample.ts';
import * as inventory from './calls.ts';

export const samples: Sample[] = [
  sampleOf(inventory.list, () => ({ query: { kind: 'ingredient' } })),
  sampleOf(inventory.get, ({ inventoryId }) => ({ path: { id: inventoryId } })),
  sampleOf(inventory.listMovements, ({ inventoryId }) => ({ path: { id: inventoryId } })),
  sampleOf(inventory.create, (rows) => ({
    body: { id: rows.newId(), kind: 'ingredient', name: 'Basmati rice', unit: 'kg', low_stock_threshold: '5' },
  })),
  sampleOf(inventory.edit, ({ inventoryId }) => ({ path: { id: inventoryId }, body: { low_stock_threshold: '2.5' } })),
  sampleOf(inventory.move, ({ inventoryId }) => ({
    path: { id: inventoryId },
    body: { movement_type: 'restock', quantity_change: '12.5', reason: 'Delivery' },
  })),
  sampleOf(
    inventory.setPolicy,
    ({ restaurantId }) => ({
      body: { restaurant_id: restaurantId, stock_policy: 'refuse' },
    }),
    { foreignRows: 'not_found' },
  ),
];
