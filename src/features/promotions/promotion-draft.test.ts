import { describe, expect, test } from 'vitest';
import { changedOf } from '../../lib/changed-of.ts';
import { newPromotion } from '../../../contract/promotions/new-rows.ts';
import { draftOf, draftOfBody, emptyDraft, valuesOf, type PromotionDraft } from './promotion-draft.ts';

const London = { currency: 'GBP', timezone: 'Europe/London', others: [] };
const draft = (more: Partial<PromotionDraft> = {}): PromotionDraft => ({
  ...emptyDraft,
  name: 'Ten off',
  percent: '10',
  ...more,
});
const rowOf = (more: Partial<PromotionDraft> = {}) => {
  const parsed = valuesOf(draft(more), London);
  if ('wrong' in parsed) throw new Error([...parsed.wrong.keys()].join());
  return newPromotion(parsed.values, { id: 'a', at: '2026-11-20T18:00:00.000Z', actor: null, version: 0 }, 'GBP');
};
const wrongOf = (more: Partial<PromotionDraft>) => {
  const parsed = valuesOf(draft(more), London);
  return 'wrong' in parsed ? [...parsed.wrong.keys()] : [];
};

test('a promotion becomes a draft and the same promotion again', () => {
  const row = rowOf({
    percent: '12.5',
    minimum: '20',
    most: '7.50',
    isByCode: true,
    code: 'TEN',
    startsAt: '2026-12-01T08:00',
    endsAt: '2027-06-01T08:00',
  });
  expect(row).toMatchObject({
    value_bp: 1250,
    min_order_amount: 2000,
    max_discount_amount: 750,
    starts_at: '2026-12-01T08:00:00.000Z',
    // Summer time.
    ends_at: '2027-06-01T07:00:00.000Z',
  });
  const again = valuesOf(draftOf(row, 'Europe/London'), { ...London, others: [] });
  expect('values' in again && changedOf<object>(again.values, row)).toEqual({});
});

test('empties what its type does not have', () => {
  expect(rowOf({ type: 'free_delivery', amount: 'x', buy: '2', scope: 'items', item_ids: ['b'] })).toMatchObject({
    value_bp: null,
    value_amount: null,
    buy_quantity: null,
    applies_to: 'delivery_fee',
    item_ids: [],
  });
});

describe('says which field is wrong', () => {
  test.each<[Partial<PromotionDraft>, string[]]>([
    [{ name: ' ' }, ['name']],
    [{ percent: '' }, ['percent']],
    [{ percent: '101' }, ['percent']],
    [{ percent: '0' }, ['percent']],
    [{ type: 'fixed_amount', amount: '0' }, ['amount']],
    [{ type: 'buy_x_get_y', percent: '' }, ['buy', 'get']],
    [{ type: 'free_item', percent: '' }, ['item_ids']],
    [{ scope: 'categories' }, ['category_ids']],
    [{ isByCode: true, code: 'ten off' }, ['code']],
    [{ customer_scope: 'segment' }, ['segment']],
    [{ startsAt: '2026-12-02T08:00', endsAt: '2026-12-01T08:00' }, ['endsAt']],
    [{ limit: '0' }, ['limit']],
    [{ budget: 'ten' }, ['budget']],
    [{ priority: '1.5' }, ['priority']],
    [{ minimum: '0' }, []],
  ])('%j', (more, fields) => expect(wrongOf(more)).toEqual(fields));

  test('a code that another promotion has, in whatever case', () => {
    const other = rowOf({ isByCode: true, code: 'Welcome' });
    const parsed = valuesOf(draft({ isByCode: true, code: 'WELCOME' }), { ...London, others: [other] });
    expect('wrong' in parsed && parsed.wrong.get('code')).toBe('Another promotion has this code.');
  });
});

test('a refused promotion becomes a draft with what it said', () => {
  const body = { name: 'Lunch', promotion_type: 'fixed_amount' as const, value_amount: 500, code: 'LUNCH' };
  expect(draftOfBody(body, London)).toMatchObject({ name: 'Lunch', amount: '5.00', isByCode: true, code: 'LUNCH' });
});
