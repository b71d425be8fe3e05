import { expect, test } from 'vitest';
import { newPromotion } from '../../../contract/promotions/new-rows.ts';
import { promotionsCsv } from './csv.ts';

test('exports promotions as a table without formulas', () => {
  const birth = {
    id: '00000000-0000-7000-8000-000000000001',
    at: '2026-11-20T18:30:00.000Z',
    actor: { kind: 'user' as const, id: '00000000-0000-7000-8000-000000000002', name: 'Ravi' },
    version: 1,
  };
  const body = { name: '=HYPERLINK("x")', promotion_type: 'fixed_amount' as const, value_amount: 500, code: 'THANKS5' };
  const row = { ...newPromotion(body, birth, 'GBP'), times_used: 3, spent_amount: 1500, revenue_amount: 9050 };
  const [head, line] = promotionsCsv([row], new Date('2026-11-21T12:00:00.000Z'), {
    timezone: 'Europe/London',
    business_day_cutoff_time: '04:00',
  })
    .trim()
    .split('\r\n');
  expect(head).toBe(
    '\uFEFFPromotion,Status,Offer,Applies to,Code,Starts,Starts (local time),Starts (business day),Ends,Ends (local time),Ends (business day),Orders,Discount,Revenue,Currency'.slice(
      1,
    ),
  );
  expect(line).toBe('"\'=HYPERLINK(""x"")",Active,£5.00 off,The whole order,THANKS5,,,,,,,3,15.00,90.50,GBP');
});
