import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { ChatbotStep } from '../../../contract/chatbot/rows.ts';

export const stepLabels: Record<ChatbotStep, string> = {
  restaurant: 'Restaurant',
  contacts: 'Contacts',
  delivery_partners: 'Delivery partners',
  files: 'Picture and file',
  hours: 'Opening hours',
};

export const timeLabels: Record<Chatbot['answers_when'], string> = {
  always: 'Always',
  open: 'While the restaurant is open',
  closed: 'While the restaurant is closed',
};

export const timeHints: Record<Chatbot['answers_when'], string> = {
  always: 'It answers at any time.',
  open: 'Outside your opening hours customers’ messages wait for you.',
  closed: 'During your opening hours customers’ messages wait for you.',
};

export const toneLabels: Record<Chatbot['tone'], string> = {
  friendly: 'Friendly: says hello by name',
  formal: 'Formal',
  brief: 'Brief',
};

/** Monday first; 0 is Sunday. */
export const weekdays: readonly (readonly [weekday: number, label: string])[] = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
];

export const greetingOf = ({ greeting, restaurant_name }: Pick<Chatbot, 'greeting' | 'restaurant_name'>): string =>
  greeting ||
  `Hello! I am the automatic assistant of ${restaurant_name}. Ask me about dishes, prices, opening hours or delivery.`;
