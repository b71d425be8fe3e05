import type { allergensOfDish } from '../../../contract/menu/dish-allergens.ts';
import type { Allergen, Dietary } from '../../../contract/menu/parts.ts';
import type { Language } from '../languages/language.ts';
import type { OrderingRules } from '../../../contract/restaurant/ordering.ts';
import type { OrderStatus } from '../../../contract/orders/calls.ts';
import type { OrderType } from '../../../contract/restaurant/rows.ts';
import type * as z from 'zod/mini';

export interface FactVariant {
  name: string;
  price_amount: number;
  is_available: boolean;
}

export interface FactItem {
  id: string;
  name: string;
  description: string;
  category: string;
  price_amount: number;
  /** Asked for when it is ordered; then there is no price to quote. */
  hasOpenPrice: boolean;
  variants: FactVariant[];
  group_ids: string[];
  allergens: z.infer<typeof Allergen>[];
  may_contain: z.infer<typeof Allergen>[];
  areAllergensConfirmed: boolean;
  /** What each choice adds. */
  choices: ReturnType<typeof allergensOfDish>['choices'];
  dietary: z.infer<typeof Dietary>[];
  /** `not_now`: served at other times. */
  availability: 'available' | 'sold_out' | 'not_now';
}

export interface FactGroup {
  id: string;
  name: string;
  modifiers: { id: string; name: string; price_amount: number; is_available: boolean }[];
}

export interface FactLocation {
  name: string;
  postcodes: string[];
  fee_amount: number;
  fee_tiers: { min_order_amount: number; fee_amount: number }[];
  min_order_amount: number;
  free_over_amount: number | null;
  eta_min_minutes: number | null;
  eta_max_minutes: number | null;
  priority: number;
}

/** What is recorded about reservations; null: not recorded. */
export interface FactReservation {
  min_booking_duration_minutes: number | null;
  min_advance_minutes: number | null;
  max_advance_days: number | null;
  cancellation_cutoff_minutes: number | null;
  min_guests_online: number | null;
  max_guests_online: number | null;
  days: { weekday: number; is_open: boolean; periods: { start_time: string; end_time: string }[] }[];
}

export interface FactOrder {
  order_no: string;
  order_status: OrderStatus;
  order_type: OrderType;
  due_at: string;
  /** Whether "my order" means it; the others are told by their number only. */
  is_current: boolean;
}

/** Everything that the bot may say: the public facts of one restaurant, and the orders of the customer who asks. */
export interface Facts {
  name: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  currency: string;
  country_code: string | null;
  locale: string;
  cutoff: string;
  rules: OrderingRules;
  order_types: OrderType[];
  items: FactItem[];
  groups: FactGroup[];
  locations: FactLocation[];
  payment_methods: string[];
  reservation: FactReservation | null;
  faqs: { q: string; a: string }[];
  /** Passages of the restaurant's own pages and files. */
  passages: { title: string; text: string }[];
  orders: FactOrder[];
}

export type Topic =
  | 'price'
  | 'item'
  | 'hours'
  | 'delivery'
  | 'order'
  | 'payment'
  | 'reservation'
  | 'contact'
  | 'allergen'
  | 'menu'
  | 'faq'
  | 'greeting'
  | 'human'
  | 'injection'
  | 'unknown';

export interface BotAnswer {
  text: string;
  topic: Topic;
  /** A person has to look at it. */
  escalated: boolean;
  /** In which it is. */
  language?: Language;
  /** What the customer wants to do, rather than know. */
  intent?: 'order' | 'reserve';
  /** The customer wants a person: the bot is paused. */
  wantsPerson?: boolean;
}
