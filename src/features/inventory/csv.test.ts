import { expect, test } from 'vitest';
import { newInventoryItem } from '../../../contract/inventory/new-rows.ts';
import { inventoryCsv } from './csv.ts';

test('exports the stock as a table without formulas', () => {
  const birth = {
    id: '00000000-0000-7000-8000-000000000001',
    at: '2026-11-20T18:30:00.000Z',
    actor: { kind: 'user' as const, id: '00000000-0000-7000-8000-000000000002', name: 'Ravi' },
    version: 1,
  };
  const body = {
    kind: 'ingredient' as const,
    name: 'Rice',
    unit: 'kg' as const,
    supplier_name: '+44 Foods',
    cost_amount: 185,
  };
  const item = newInventoryItem(body, birth, 'GBP');
  const row = {
    id: item.id,
    item: { ...item, quantity: '17.7', stock_status: 'in_stock' as const },
    name: 'Rice',
    price: null,
    cost: 185,
  };
  expect(
    inventoryCsv([row], 'GBP', { timezone: 'Europe/London', business_day_cutoff_time: '04:00' }).split('\r\n')[1],
  ).toBe('Rice,Ingredients,,17.7,Kilograms,In stock,,"\'+44 Foods",1.85,,GBP,,,');
});
