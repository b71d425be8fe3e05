import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from '../../contract/channels/calls.ts';
import { requestData } from '../e2e/api.ts';
import type { GraphDouble } from '../support/graph.ts';

const TOKEN = 'EAAG-a-token-of-a-system-user-9f3c';
const ATTEMPTS = 50;

/** Enters a valid WhatsApp number and one whose token has expired, both checked. */
export async function enterNumbers(origin: string, token: string, graph: GraphDouble): Promise<void> {
  const number = {
    id: '106540352242922',
    display_phone_number: '+44 20 7946 0123',
    verified_name: 'The Golden Lantern',
    quality_rating: 'GREEN',
  };
  graph.tokens.set(TOKEN, [{ waba_id: '102290129340398', numbers: [number] }]);
  const enter = (body: object) => requestData<Channel>(origin, 'POST', '/channels/whatsapp', { token, body });
  await enter({
    token: 'EAAG-a-token-that-has-ended-77ab',
    phone_no_id: '106540352242999',
    waba_id: '102290129340398',
  });
  await enter({ token: TOKEN, phone_no_id: number.id, waba_id: '102290129340398' });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const channels = await requestData<Channel[]>(origin, 'GET', '/channels', { token });
    if (channels.every(({ status_reason: reason }) => reason !== 'checking')) return;
    await wait(100);
  }
  throw new Error('The numbers were not checked');
}

/** The restaurant's chatbot, on, with two answers that its owner wrote, and two questions that it cannot answer. */
export async function setUpChatbot(origin: string, token: string): Promise<void> {
  const save = (path: string, body: object) => requestData(origin, 'POST', path, { token, body });
  await save('/chatbot', {
    restaurant_name: 'Spice Route',
    full_address: '14 Coldharbour Lane',
    postal_code: 'SW9 8LF',
  });
  await save('/chatbot/manage', {
    is_enabled: true,
    greeting: 'Hello, this is Spice Route. What can I do for you?',
    faqs: [
      { q: 'Is there parking?', a: 'There are bays in Coldharbour Lane, free after 18:30.' },
      { q: 'Do you cater for weddings?', a: 'Yes, from 40 guests. Ask us four weeks ahead.' },
    ],
  });
  for (const [name, message] of [
    ['Tom Reed', 'Are dogs welcome on the terrace?'],
    ['Ines Costa', 'Who is your head chef, and does she give cooking classes on Sundays?'],
  ])
    await requestData(origin, 'POST', '/public/restaurants/spice-route/chats', {
      body: { customer: { name, email: `${name!.split(' ')[0]!.toLowerCase()}@guest.test` }, message },
    });
}
