import type { Channel } from './channel.ts';

/** The chat on the public intake: the customer's page comes and asks, so a reply is out as soon as it may be seen there. */
export const website: Channel = { send: async () => ({ kind: 'sent', provider_message_id: null }) };
