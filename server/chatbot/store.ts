import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Chatbot, Knowledge } from '../../contract/chatbot/calls.ts';
import { chatbotLanguages, type ChatbotSettings } from '../../contract/chatbot/rows.ts';
import type { Actor } from '../../contract/fields.ts';
import { isOpen } from '../../contract/restaurant/opening-hours.ts';
import { dateOfDay, dayOfLocalParts, toLocalParts } from '../../contract/restaurant/zone.ts';
import { delivery_locations, restaurant_settings } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { offeredItems } from '../menu/offered.ts';
import { readUsage } from './model/usage.ts';

export type OwnFields = ChatbotSettings;

const defaults: OwnFields = {
  is_created: false,
  created_at: null,
  completed_steps: [],
  website_url: null,
  file_upload_url: null,
  upload_profile_pic: null,
  delivery_partners: [],
  is_enabled: false,
  answers_when: 'always',
  greeting: '',
  tone: 'friendly',
  languages: [...chatbotLanguages],
  faqs: [],
  payment_methods: [],
  takes_reservations: true,
  takes_orders: false,
};

/** What was read of an address, with its text. */
export interface Source extends z.infer<typeof Knowledge> {
  texts: string[];
}
interface Sources {
  sources: Source[];
}

type Scope = { db: Tx; restaurantId: string };

const NAME = 'chatbot';
const KNOWLEDGE = 'chatbot_knowledge';

async function readPart<T extends object>({ db, restaurantId }: Scope, name: string, usual: T) {
  const [row] = await db
    .select()
    .from(restaurant_settings)
    .where(and(eq(restaurant_settings.restaurant_id, restaurantId), eq(restaurant_settings.name, name)))
    .limit(1);
  return { value: { ...usual, ...(row?.value as Partial<T> | undefined) }, updatedAt: row?.updated_at ?? null };
}

async function savePart({ db, restaurantId }: Scope, name: string, value: object, by: Stamp): Promise<void> {
  const saved = { value: { ...value } as Record<string, unknown>, ...by };
  await db
    .insert(restaurant_settings)
    .values({ restaurant_id: restaurantId, name, ...saved })
    .onConflictDoUpdate({ target: [restaurant_settings.restaurant_id, restaurant_settings.name], set: saved });
}

export interface Stamp {
  updated_at: string;
  updated_by: Actor;
}

/** Whether it answers what a customer writes at an instant. Else the message waits for the team, as in a restaurant without a bot. */
export async function answersAt({ db, restaurantId }: Scope, own: OwnFields, at: Date): Promise<boolean> {
  if (!own.is_enabled || own.answers_when === 'always') return own.is_enabled;
  const { opening_hours, timezone } = await loadRestaurant(db, restaurantId);
  return isOpen(opening_hours, timezone, at) === (own.answers_when === 'open');
}

/** As it is stored, over the defaults. */
export const toOwn = (stored: object | undefined): OwnFields => ({ ...defaults, ...stored });

export const readOwn = (scope: Scope) => readPart(scope, NAME, defaults);
export const readSources = async (scope: Scope): Promise<Source[]> =>
  (await readPart<Sources>(scope, KNOWLEDGE, { sources: [] })).value.sources;

/** Changes some fields and keeps the rest. */
export async function mergeOwn(scope: Scope, change: Partial<OwnFields>, by: Stamp): Promise<void> {
  const { value } = await readOwn(scope);
  await savePart(scope, NAME, { ...value, ...change }, by);
}

export const saveSources = (scope: Scope, sources: Source[], by: Stamp): Promise<void> =>
  savePart(scope, KNOWLEDGE, { sources }, by);

/** The record as the owner sees it. */
export async function readChatbot(
  scope: Scope,
  now: Date,
  { answeredBy, tokensMax }: { answeredBy: Chatbot['answered_by']; tokensMax: number },
): Promise<Chatbot> {
  const { db, restaurantId } = scope;
  const restaurant = await loadRestaurant(db, restaurantId);
  const [{ value: own, updatedAt }, sources, items, areas] = [
    await readOwn(scope),
    await readSources(scope),
    await offeredItems(db, restaurant, now),
    await db.select().from(delivery_locations).where(eq(delivery_locations.restaurant_id, restaurantId)),
  ];
  return {
    is_chatbot_created: own.is_created,
    restaurant_name: restaurant.name,
    restaurant_email: restaurant.email,
    website_url: own.website_url,
    business_telephone: restaurant.phone_number_business,
    kitchen_telephone: restaurant.phone_number_kitchen,
    address: restaurant.address ? [restaurant.address] : [],
    postal_code: restaurant.postal_code,
    upload_profile_pic: own.upload_profile_pic,
    file_upload_url: own.file_upload_url,
    delivery_partners: own.delivery_partners,
    working_hours: restaurant.opening_hours,
    timezone: restaurant.timezone,
    completed_steps: own.completed_steps,
    is_enabled: own.is_enabled,
    answers_when: own.answers_when,
    greeting: own.greeting,
    tone: own.tone,
    languages: own.languages,
    faqs: own.faqs,
    payment_methods: own.payment_methods,
    takes_reservations: own.takes_reservations,
    takes_orders: own.takes_orders,
    knowledge: sources.map(({ texts: _, ...source }) => source),
    knows: {
      dishes: items.length,
      delivery_areas: areas.filter((one) => one.is_active && one.deleted_at === null).length,
      days_with_hours: restaurant.opening_hours.days.length,
      faqs: own.faqs.length,
      passages: sources.reduce((sum, { texts }) => sum + texts.length, 0),
    },
    answered_by: answeredBy,
    model_usage:
      answeredBy === 'records'
        ? null
        : {
            tokens_today: await readUsage({
              ...scope,
              date: dateOfDay(dayOfLocalParts(toLocalParts(now.getTime(), restaurant.timezone))),
            }),
            tokens_max: tokensMax,
          },
    created_at: own.created_at,
    updated_at: updatedAt,
  };
}
