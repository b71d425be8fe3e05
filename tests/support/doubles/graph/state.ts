import type { Clock } from '../../../../server/platform/clock.ts';

export interface DoubleNumber {
  id: string;
  display_phone_number: string;
  verified_name: string;
  quality_rating: string;
  waba_id: string;
}

export interface DoubleTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  components: { type: string; text?: string }[];
}

/** A customer of one number, with what stands on their phone. */
export interface DoubleCustomer {
  user_id: string;
  wa_id: string | null;
  name: string;
  /** When they last wrote, ms; null: never. */
  wroteAt: number | null;
  hasBlocked: boolean;
  screen: ScreenLine[];
}

export interface ScreenLine {
  from: 'customer' | 'business';
  id: string;
  text: string;
  /** `isRow`: of a list. */
  buttons: { id: string; title: string; isRow?: boolean }[];
}

/** What the business sent, accepted or not answered. */
export interface DoubleSent {
  id: string;
  number: string;
  to: string;
  reference: string | null;
  body: Record<string, unknown>;
}

/** What the double remembers. */
export interface GraphState {
  numbers: Map<string, DoubleNumber>;
  tokens: Set<string>;
  templates: Map<string, DoubleTemplate[]>;
  subscribed: Set<string>;
  customers: Map<string, DoubleCustomer>;
  media: Map<string, { bytes: Uint8Array; mime_type: string }>;
  sent: DoubleSent[];
  /** When the business last wrote to a pair of number and customer, ms. */
  pairs: Map<string, number>;
  nextId(prefix: string): string;
  now(): number;
}

export function createState(clock: Clock): GraphState {
  let last = 0;
  return {
    numbers: new Map(),
    tokens: new Set(),
    templates: new Map(),
    subscribed: new Set(),
    customers: new Map(),
    media: new Map(),
    sent: [],
    pairs: new Map(),
    nextId: (prefix) => `${prefix}${(last += 1).toString().padStart(6, '0')}`,
    now: () => clock.now().getTime(),
  };
}

/** By user id or phone number, as a message names them. */
export const findCustomer = (state: GraphState, to: string): DoubleCustomer | null =>
  [...state.customers.values()].find(({ user_id, wa_id }) => user_id === to || wa_id === to.replace(/^\+/, '')) ?? null;
