import type { Actor } from '../contract/fields.ts';
import type { NewPromotionBody } from '../contract/promotions/calls.ts';
import { newPromotion } from '../contract/promotions/new-rows.ts';
import { newId } from '../server/platform/ids.ts';

const DAY = 86_400_000;

/** The demonstration's promotions. Those that run ask for a code, so that no order of the demonstration costs less by itself. */
export function demoPromotions(now: Date, actor: Actor, currency: string) {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const later = (days: number) => new Date(now.getTime() + days * DAY).toISOString();
  const make = (days: number, body: Omit<NewPromotionBody, 'image' | 'id'>, more: object = {}) => {
    const at = before(days);
    const birth = { id: newId(at), at: at.toISOString(), actor, version: 0 };
    return { ...newPromotion(body, birth, currency), ...more };
  };
  return [
    make(40, {
      name: 'First order',
      description: 'For guests who order with us for the first time.',
      promotion_type: 'percentage',
      value_bp: 1500,
      max_discount_amount: 1000,
      code: 'HELLO15',
      customer_scope: 'new',
      usage_limit_per_customer: 1,
    }),
    make(21, {
      name: 'Free delivery on Mondays',
      promotion_type: 'free_delivery',
      min_order_amount: 2500,
      code: 'MONDAY',
      order_types: ['delivery'],
      windows: [
        {
          id: newId(before(21)),
          validity: 'weekly',
          weekdays: [1],
          start_time: '00:00',
          end_time: '00:00',
          start_date: null,
          end_date: null,
        },
      ],
    }),
    make(12, {
      name: 'Regulars',
      promotion_type: 'fixed_amount',
      value_amount: 500,
      code: 'THANKS5',
      usage_limit: 200,
    }),
    make(3, {
      name: 'Christmas set menu',
      promotion_type: 'percentage',
      value_bp: 1000,
      code: 'NOEL',
      starts_at: later(9),
      ends_at: later(36),
    }),
    make(60, {
      name: 'Autumn flyer',
      promotion_type: 'percentage',
      value_bp: 2000,
      code: 'LEAVES',
      ends_at: before(9).toISOString(),
    }),
    make(5, {
      name: 'Two for one on kulfi',
      promotion_type: 'buy_x_get_y',
      buy_quantity: 1,
      get_quantity: 1,
      is_enabled: false,
    }),
  ];
}
