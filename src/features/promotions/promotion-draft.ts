import type { NewPromotionBody, Promotion } from '../../../contract/promotions/calls.ts';
import { type ValuesOf, valuesOf as valuesOfFields } from '../../../contract/entity-fields.ts';
import { promotionFields } from '../../../contract/promotions/promotion-fields.ts';
import type { PromotionBody } from '../../../contract/promotions/new-rows.ts';
import { foldCode } from '../../../contract/promotions/price.ts';
import { fromLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';
import { decimal, parseMoney } from '../../lib/money.ts';

/** A promotion's fields while they are edited. Amounts, numbers and times are as typed. */
export interface PromotionDraft {
  name: string;
  description: string;
  image_url: string | null;
  type: Promotion['promotion_type'];
  percent: string;
  amount: string;
  most: string;
  minimum: string;
  buy: string;
  get: string;
  scope: Promotion['applies_to'];
  category_ids: string[];
  item_ids: string[];
  isByCode: boolean;
  code: string;
  is_stackable: boolean;
  priority: string;
  order_types: Promotion['order_types'];
  channels: Promotion['channels'];
  customer_scope: Promotion['customer_scope'];
  segment: Promotion['segment'];
  limit: string;
  limitPerCustomer: string;
  budget: string;
  /** On the restaurant's wall, as a date and time field has it; empty: none. */
  startsAt: string;
  endsAt: string;
  windows: Promotion['windows'];
}

export const emptyDraft: PromotionDraft = {
  name: '',
  description: '',
  image_url: null,
  type: 'percentage',
  percent: '',
  amount: '',
  most: '',
  minimum: '',
  buy: '',
  get: '',
  scope: 'order',
  category_ids: [],
  item_ids: [],
  isByCode: false,
  code: '',
  is_stackable: false,
  priority: '0',
  order_types: [],
  channels: [],
  customer_scope: 'all',
  segment: null,
  limit: '',
  limitPerCustomer: '',
  budget: '',
  startsAt: '',
  endsAt: '',
  windows: [],
};

/** Without steps and results. */
type Written = ValuesOf<typeof promotionFields> & Pick<Promotion, 'currency'>;

export function draftOf(promotion: Written, timezone: string): PromotionDraft {
  const amount = (minor: number | null) => (minor === null ? '' : decimal(minor, promotion.currency));
  const count = (value: number | null) => (value === null ? '' : String(value));
  const wall = (at: string | null) =>
    at === null ? '' : new Date(toLocalParts(Date.parse(at), timezone)).toISOString().slice(0, 16);
  return {
    name: promotion.name,
    description: promotion.description,
    image_url: promotion.image_url,
    type: promotion.promotion_type,
    percent: promotion.value_bp === null ? '' : String(promotion.value_bp / 100),
    amount: amount(promotion.value_amount),
    most: amount(promotion.max_discount_amount),
    minimum: amount(promotion.min_order_amount),
    buy: count(promotion.buy_quantity),
    get: count(promotion.get_quantity),
    scope: promotion.applies_to,
    category_ids: promotion.category_ids,
    item_ids: promotion.item_ids,
    isByCode: !promotion.is_automatic,
    code: promotion.code ?? '',
    is_stackable: promotion.is_stackable,
    priority: String(promotion.priority),
    order_types: promotion.order_types,
    channels: promotion.channels,
    customer_scope: promotion.customer_scope,
    segment: promotion.segment,
    limit: count(promotion.usage_limit),
    limitPerCustomer: count(promotion.usage_limit_per_customer),
    budget: amount(promotion.budget_amount),
    startsAt: wall(promotion.starts_at),
    endsAt: wall(promotion.ends_at),
    windows: promotion.windows,
  };
}

/** A refused new promotion as a draft. */
export const draftOfBody = (
  body: NewPromotionBody,
  { currency, timezone }: { currency: string; timezone: string },
): PromotionDraft =>
  draftOf(
    { ...valuesOfFields(promotionFields, body), is_automatic: body.is_automatic ?? !body.code, currency },
    timezone,
  );

type Values = Required<Omit<PromotionBody, 'occurred_at' | 'op_id' | 'device_name'>>;
type Wrong = ReadonlyMap<keyof PromotionDraft, string>;

interface Place {
  currency: string;
  timezone: string;
  /** The other promotions, whose codes are taken. */
  others: readonly Promotion[];
}

/** The fields that a type has. */
export const fieldsOfType = (type: PromotionDraft['type']) => ({
  percent: type === 'percentage',
  /** Empty: free. */
  percentOff: type === 'buy_x_get_y' || type === 'free_item',
  amount: type === 'fixed_amount',
  buy: type === 'buy_x_get_y',
  get: type === 'buy_x_get_y' || type === 'free_item',
  most: type !== 'fixed_amount',
});

/** What a type may be about. */
export function scopesOfType(type: PromotionDraft['type']): Promotion['applies_to'][] {
  if (type === 'free_delivery') return ['delivery_fee'];
  if (type === 'free_item') return ['items', 'categories'];
  if (type === 'buy_x_get_y') return ['order', 'categories', 'items'];
  return ['order', 'categories', 'items', 'delivery_fee'];
}

/** The fields as the API takes them, or what is wrong with which. What the type does not have is emptied. */
export function valuesOf(
  draft: PromotionDraft,
  { currency, timezone, others }: Place,
): { values: Values } | { wrong: Wrong } {
  const wrong = new Map<keyof PromotionDraft, string>();
  const has = fieldsOfType(draft.type);
  const scopes = scopesOfType(draft.type);
  const scope = scopes.includes(draft.scope) ? draft.scope : scopes[0]!;

  const money = (field: 'amount' | 'most' | 'minimum' | 'budget', isNeeded = false): number | null => {
    const text = draft[field].trim();
    const value = text === '' ? null : parseMoney(text, currency);
    const isWrong = text === '' ? isNeeded : value === null || (value === 0 && field !== 'minimum');
    if (isWrong) wrong.set(field, `Enter an amount in ${currency}.`);
    return value;
  };
  const count = (
    field: 'buy' | 'get' | 'limit' | 'limitPerCustomer',
    most: number,
    isNeeded = false,
  ): number | null => {
    const text = draft[field].trim();
    const value = /^\d{1,7}$/.test(text) ? Number(text) : null;
    const isWrong = text === '' ? isNeeded : value === null || value < 1 || value > most;
    if (isWrong) wrong.set(field, `Enter a number from 1 to ${most.toLocaleString('en-GB')}.`);
    return value;
  };
  const at = (field: 'startsAt' | 'endsAt'): string | null => {
    if (draft[field] === '') return null;
    const wall = Date.parse(`${draft[field]}:00Z`);
    if (!Number.isNaN(wall)) return new Date(fromLocalParts(wall, timezone)).toISOString();
    wrong.set(field, 'Enter a day and a time.');
    return null;
  };
  const percent = readPercent(draft.percent);
  const isPercentWrong = draft.percent.trim() === '' ? has.percent : percent === null;
  if ((has.percent || has.percentOff) && isPercentWrong) wrong.set('percent', 'Enter a percentage from 0.01 to 100.');
  if (draft.name.trim() === '') wrong.set('name', 'Give it a name, as customers read it.');
  const code = draft.code.trim();
  if (draft.isByCode && !/^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/.test(code))
    wrong.set('code', 'Use 2 to 40 letters, digits, hyphens or underscores, without spaces.');
  else if (
    draft.isByCode &&
    others.some((one) => one.archived_at === null && one.code !== null && foldCode(one.code) === foldCode(code))
  )
    wrong.set('code', 'Another promotion has this code.');
  if (scope === 'categories' && draft.category_ids.length === 0)
    wrong.set('category_ids', 'Choose at least one category.');
  if (scope === 'items' && draft.item_ids.length === 0) wrong.set('item_ids', 'Choose at least one item.');
  if (draft.customer_scope === 'segment' && draft.segment === null) wrong.set('segment', 'Choose a segment.');
  if (!/^-?\d{1,3}$/.test(draft.priority.trim())) wrong.set('priority', 'Enter a whole number, such as 10.');
  const starts_at = at('startsAt');
  const ends_at = at('endsAt');
  if (starts_at !== null && ends_at !== null && ends_at <= starts_at) wrong.set('endsAt', 'It ends before it starts.');

  const values: Values = {
    name: draft.name.trim(),
    description: draft.description.trim(),
    image_url: draft.image_url,
    promotion_type: draft.type,
    value_bp: has.percent || has.percentOff ? percent : null,
    value_amount: has.amount ? money('amount', true) : null,
    max_discount_amount: has.most ? money('most') : null,
    min_order_amount: money('minimum'),
    buy_quantity: has.buy ? count('buy', 99, true) : null,
    get_quantity: has.get ? count('get', 99, has.buy) : null,
    applies_to: scope,
    category_ids: scope === 'categories' ? draft.category_ids : [],
    item_ids: scope === 'items' ? draft.item_ids : [],
    code: draft.isByCode ? code : null,
    is_automatic: !draft.isByCode,
    is_stackable: draft.is_stackable,
    priority: Number(draft.priority),
    order_types: draft.order_types,
    channels: draft.channels,
    customer_scope: draft.customer_scope,
    segment: draft.customer_scope === 'segment' ? draft.segment : null,
    usage_limit: count('limit', 1_000_000),
    usage_limit_per_customer: count('limitPerCustomer', 1000),
    budget_amount: money('budget'),
    starts_at,
    ends_at,
    windows: draft.windows,
  };
  return wrong.size > 0 ? { wrong } : { values };
}

/** "12.5" is 1250 basis points; null: not from 0.01 to 100. */
function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const points = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return points >= 1 && points <= 10_000 ? points : null;
}
