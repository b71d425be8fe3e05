import { area } from '../area.ts';
import { chatJobs } from '../chats/deliver.ts';
import { customerErased } from '../customers/events.ts';
import { BASE } from '../http/base.ts';
import { website } from '../integrations/channels/website.ts';
import { openWhatsapp } from '../integrations/whatsapp.ts';
import { calendarJobs, queueCalendarSync } from './calendar/jobs.ts';
import { channelJobs, recheckChannels } from './check.ts';
import { channelRoutes } from './routes.ts';
import { tokenLocation } from './token.ts';
import { whatsappEventJobs } from './whatsapp/apply-events.ts';
import { forgetContacts } from './whatsapp/contacts.ts';
import { whatsappMediaJobs } from './whatsapp/fetch-media.ts';
import { answerChallenge, receiveWhatsapp, requeueWhatsappEvents } from './whatsapp/receive.ts';
import { openWhatsappChannel } from './whatsapp/send.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

const webhook = { path: `${BASE}/webhooks/whatsapp`, name: 'webhooks.whatsapp' };

export const channels = area({
  name: 'channels',
  handlers: channelRoutes,
  routes: [
    { ...webhook, method: 'GET', answer: (services, { request }) => answerChallenge(services, new URL(request.url)) },
    { ...webhook, method: 'POST', answer: receiveWhatsapp },
  ],
  jobs({ pools, bus, env }) {
    const services = { pools, bus, env, whatsapp: openWhatsapp(env.metaGraph) };
    return {
      ...channelJobs(services),
      ...whatsappEventJobs(services),
      ...whatsappMediaJobs(services),
      // The replies of every channel.
      ...chatJobs({
        ...services,
        channels: (enqueue) => ({ website, whatsapp: openWhatsappChannel(services, enqueue) }),
      }),
      ...calendarJobs(services),
    };
  },
  periodic: ({ pools, jobs }) => [
    {
      name: 'channels_check',
      everyMs: 6 * HOUR,
      firstAfterMs: 10 * MINUTE,
      run: () => recheckChannels(pools.owner, jobs),
    },
    {
      name: 'whatsapp_events',
      everyMs: 5 * MINUTE,
      firstAfterMs: MINUTE,
      run: (now) => requeueWhatsappEvents(pools.owner, jobs, now),
    },
    {
      name: 'calendar_sync',
      everyMs: 5 * MINUTE,
      firstAfterMs: MINUTE,
      run: () => queueCalendarSync(pools.owner, jobs),
    },
  ],
  // Meta repeats none for longer than seven days.
  retention: [{ table: 'whatsapp_events', where: 'received_at < $1', days: 30 }],
  on: [customerErased.on((c, { customerId }) => forgetContacts(c, customerId))],
  sealed: [
    {
      table: 'channels',
      key: ['restaurant_id', 'id'],
      column: 'token_sealed',
      where: "token_sealed <> ''",
      location: ({ restaurant_id, id }) => tokenLocation({ restaurantId: restaurant_id!, channelId: id! }),
      // An empty one cannot be decrypted: the channel's check asks the owner to enter it again.
      set: "token_sealed = coalesce($1, '')",
    },
  ],
  tables: {
    channels: {
      key: 'id',
      leftOut: ['token_sealed', 'token_last4', 'sync_token', 'token_expires_at'],
      isImported: false,
    },
    whatsapp_contacts: { key: 'id', isImported: false },
    calendar_events: { key: 'id', isImported: false },
    whatsapp_events: { notExported: 'deliveries of a connected service; the messages are in the chats' },
  },
});
