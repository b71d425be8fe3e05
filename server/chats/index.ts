import { area } from '../area.ts';
import { customerErased } from '../customers/events.ts';
import { routes as cannedReplies } from './canned/routes.ts';
import { deliverUnconfirmed } from './deliver.ts';
import { chatFileRoutes } from './files/routes.ts';
import { forgetChats } from './forget-chats.ts';
import { routes } from './routes.ts';
import { MINUTE } from '../jobs/periodic.ts';

export const chats = area({
  name: 'chats',
  handlers: (services) => [...routes, ...cannedReplies, ...chatFileRoutes(services)],
  periodic: ({ pools, jobs }) => [
    { name: 'chats_unconfirmed', everyMs: MINUTE, run: (now) => deliverUnconfirmed(pools, jobs, now) },
  ],
  on: [customerErased.on(forgetChats)],
  tables: {
    chats: { key: 'id', leftOut: ['public_token_hash'], isImported: true },
    chat_messages: {
      key: 'id',
      leftOut: ['unconfirmed_since', 'provider_message_id', 'choices', 'choice_id', 'unanswered_id'],
      isImported: true,
    },
    canned_replies: { key: 'id', isImported: true },
    chat_files: { key: 'id', where: 'stored_at IS NOT NULL', isImported: true },
    chat_sentiments: { notExported: 'derived from chat_messages' },
  },
});
