import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';

const unread: Pick<Chatbot, 'answers_when' | 'knowledge' | 'knows' | 'answered_by' | 'model_usage' | 'updated_at'> = {
  // A device may have the restaurant as it was before there was a choice.
  answers_when: 'always',
  knowledge: [],
  knows: { dishes: 0, delivery_areas: 0, days_with_hours: 0, faqs: 0, passages: 0 },
  answered_by: 'records',
  model_usage: null,
  updated_at: null,
};

/**
 * The chatbot as this device has it, with what waits to be sent. `known`: the server's answer, for what only the server knows. Null: neither
 * has it.
 */
export function chatbotOf(restaurant: Restaurant | null, known: Chatbot | null): Chatbot | null {
  if (!restaurant?.settings) return known;
  const { is_created, ...own } = restaurant.settings.chatbot;
  const { knows, ...server } = known ?? unread;
  return {
    ...server,
    ...own,
    is_chatbot_created: is_created,
    restaurant_name: restaurant.name,
    restaurant_email: restaurant.email,
    business_telephone: restaurant.phone_number_business,
    kitchen_telephone: restaurant.phone_number_kitchen,
    address: restaurant.address ? [restaurant.address] : [],
    postal_code: restaurant.postal_code,
    working_hours: restaurant.opening_hours,
    timezone: restaurant.timezone,
    knows: { ...knows, faqs: own.faqs.length, days_with_hours: restaurant.opening_hours.days.length },
  };
}
