import { describe, expect, test } from 'vitest';
import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { DraftLine } from './draft.ts';
import { shortagesOf } from './shortages.ts';

const row = (fields: Partial<InventoryItem>): InventoryItem =>
  ({
    id: 'vindaloo',
    menu_item_id: 'dish',
    variant_id: null,
    modifier_id: null,
    is_tracked: true,
    ingredients: [],
    quantity: '3',
    ...fields,
  }) as unknown as InventoryItem; // the fields that it reads
const line = (quantity: number) => ({ id: 'l', menu_item_id: 'dish', quantity }) as unknown as DraftLine; // the fields that it reads
const order = (quantity: number, order_status = 'pending') =>
  ({ order_status, deleted_at: null, lines: [line(quantity)] }) as unknown as Order; // the fields that it reads
const links = new Map<string, string>();
const none = { waiting: [], looked: undefined, links };

describe('what an order takes more of than is left', () => {
  test('nothing while the stock is enough', () => {
    expect(shortagesOf({ lines: [line(3)] }, [row({})], none)).toEqual([]);
  });

  test('what is left and what is wanted, over several lines of one dish', () => {
    expect(shortagesOf({ lines: [line(2), line(2)] }, [row({})], none)).toEqual([
      { id: 'vindaloo', left: '3', wanted: '4' },
    ]);
  });

  test('orders that the server has not got take from the stock, refused ones do not', () => {
    const waiting = [order(2), order(2, 'rejected')];
    expect(shortagesOf({ lines: [line(2)] }, [row({})], { waiting, looked: undefined, links })).toEqual([
      { id: 'vindaloo', left: '1', wanted: '2' },
    ]);
  });

  test('a corrected order has its own stock already', () => {
    expect(
      shortagesOf({ lines: [line(4)] }, [row({ quantity: '1' })], { waiting: [], looked: order(3), links }),
    ).toEqual([]);
  });

  test('a recipe counts, and a negative stock is none', () => {
    const flour = row({ id: 'flour', menu_item_id: null, quantity: '-1', unit: 'kg' });
    const naan = row({ is_tracked: false, ingredients: [{ inventory_id: 'flour', quantity: '0.25' }] });
    expect(shortagesOf({ lines: [line(2)] }, [naan, flour], none)).toEqual([{ id: 'flour', left: '0', wanted: '0.5' }]);
  });

  test('what is not tracked is never short', () => {
    expect(shortagesOf({ lines: [line(9)] }, [row({ is_tracked: false })], none)).toEqual([]);
  });
});
