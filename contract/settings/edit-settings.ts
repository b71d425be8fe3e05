import { chatbotSteps, type ChatbotSettings, type ChatbotStep } from '../chatbot/rows.ts';
import { orderTypes, type OrderType, type OwnerSettings, type Restaurant } from '../restaurant/rows.ts';
import { editedRestaurant, type ReadPhoneOf, type RestaurantBody } from './edit-restaurant.ts';

/**
 * One value that a call sets. `field`: of its body. `key`: what it changes, and what is merged on its own: a field of the restaurant, or a
 * path such as "website.theme_colors.text" or "order_type.pickup".
 */
export type Change = readonly [field: string, key: string, value: unknown];

/** Fields of a body that address and date it. */
const operation = /^(restaurant_id|occurred_at|op_id|device_name|seen_revision)$/;

/**
 * A change for each field of the body: of the field of `part` with its name, or of the key in `keys`. What is missing in the body stays, and
 * so does a field whose key is empty. An empty address is none.
 */
export const changesOf = (body: object, part: string, keys: Record<string, string> = {}): Change[] =>
  Object.entries(body).flatMap(([field, value]) => {
    const key = keys[field] ?? `${part}.${field}`;
    if (value === undefined || key === '' || operation.test(field)) return [];
    return [[field, key, value === '' && field.endsWith('_url') ? null : value] as const];
  });

/** The restaurant with changes applied, on the device as on the server. */
export function withChanges(restaurant: Restaurant, changes: readonly Change[], readPhone: ReadPhoneOf): Restaurant {
  const plain = changes.filter(([, key]) => !key.includes('.')).map(([, key, value]) => [key, value] as const);
  const next = editedRestaurant(restaurant, Object.fromEntries(plain) as RestaurantBody, readPhone);
  for (const [, key, value] of changes) {
    const [part, ...path] = key.split('.') as [string, ...string[]];
    if (path.length === 0) continue;
    if (part === 'order_type') next.order_type = withType(next.order_type, path[0] as OrderType, value === true);
    else if (next.settings) next.settings = edited(next.settings, part, path, value);
  }
  return next;
}

const withType = (types: readonly OrderType[], type: OrderType, isOffered: boolean) =>
  orderTypes.filter((one) => (one === type ? isOffered : types.includes(one)));

function edited(settings: OwnerSettings, part: string, path: string[], value: unknown): OwnerSettings {
  const [name = ''] = path;
  if (part === 'channels')
    return { ...settings, paused_channel_ids: withMember(settings.paused_channel_ids, name, value === 'paused') };
  if (part === 'chatbot' && name === 'steps')
    return { ...settings, chatbot: withStep(settings.chatbot, path[1] as ChatbotStep) };
  if (part === 'chatbot' && name === 'partners')
    return { ...settings, chatbot: withPartner(settings.chatbot, path[1]!, value as Partner | null) };
  return setIn(settings, [part, ...path], value) as OwnerSettings; // the path is one of it
}

const withMember = (ids: readonly string[], id: string, isIn: boolean) =>
  [...ids.filter((one) => one !== id), ...(isIn ? [id] : [])].toSorted();

const withStep = (chatbot: ChatbotSettings, done: ChatbotStep): ChatbotSettings => ({
  ...chatbot,
  completed_steps: chatbotSteps.filter((step) => step === done || chatbot.completed_steps.includes(step)),
});

type Partner = ChatbotSettings['delivery_partners'][number];

const withPartner = (chatbot: ChatbotSettings, id: string, partner: Partner | null): ChatbotSettings => {
  const partners = chatbot.delivery_partners;
  const isKnown = partners.some((one) => one.id === id);
  return {
    ...chatbot,
    delivery_partners:
      partner && !isKnown ? [...partners, partner] : partners.flatMap((one) => (one.id === id ? (partner ?? []) : one)),
  };
};

/** Undefined removes the last field of the path. */
function setIn(into: object, [name, ...path]: string[], value: unknown): object {
  const { [name!]: former, ...others } = into as Record<string, object>;
  const next = path.length > 0 ? setIn(former ?? {}, path, value) : value;
  return next === undefined ? others : { ...into, [name!]: next };
}
