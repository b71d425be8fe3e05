import type { Channel } from './channel.ts';

/** The chat on the website: the customer's page polls, so a reply counts as sent as soon as the page may see it. */
export const website: Channel = {
  isRepeatable: true,
  send: async () => ({ kind: 'sent', provider_message_id: null }),
};
