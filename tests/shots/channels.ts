import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from '../../contract/channels/calls.ts';
import { ask } from '../e2e/api.ts';
import type { GraphDouble } from '../support/graph.ts';

const TOKEN = 'EAAG-a-token-of-a-system-user-9f3c';
const LOOKS = 50;

/** A WhatsApp number that is right and one whose token has ended, both checked. */
export async function enterNumbers(origin: string, token: string, graph: GraphDouble): Promise<void> {
  const number = {
    id: '106540352242922',
    display_phone_number: '+44 20 7946 0123',
    verified_name: 'The Golden Lantern',
    quality_rating: 'GREEN',
  };
  graph.tokens.set(TOKEN, [{ waba_id: '102290129340398', numbers: [number] }]);
  const enter = (body: object) => ask<Channel>(origin, 'POST', '/channels/whatsapp', { token, body });
  await enter({
    token: 'EAAG-a-token-that-has-ended-77ab',
    phone_no_id: '106540352242999',
    waba_id: '102290129340398',
  });
  await enter({ token: TOKEN, phone_no_id: number.id, waba_id: '102290129340398' });
  for (let look = 0; look < LOOKS; look++) {
    const channels = await ask<Channel[]>(origin, 'GET', '/channels', { token });
    if (channels.every(({ status_reason: reason }) => reason !== 'checking')) return;
    await wait(100);
  }
  throw new Error('The numbers were not checked');
}
