import { sampleOf, type Sample } from '../sample.ts';
import * as channels from './calls.ts';

export const samples: Sample[] = [
  sampleOf(channels.add, () => ({
    path: { type: 'whatsapp' },
    body: { token: 'a-token', phone_no_id: '1001', waba_id: '2002' },
  })),
  sampleOf(channels.list, () => ({})),
  sampleOf(channels.remove, ({ channelId }) => ({ path: { id: channelId } })),
  sampleOf(channels.setStatus, ({ connectedChannelId, restaurantId }) => ({
    path: { id: connectedChannelId },
    body: { restaurant_id: restaurantId, status: 'paused' },
  })),
  sampleOf(channels.calendarAuthUrl, () => ({})),
  sampleOf(channels.refreshCalendarToken, ({ calendarChannelId }) => ({ path: { id: calendarChannelId }, body: {} })),
  sampleOf(
    channels.calendarCallback,
    ({ calendarState }) => ({ body: { state: calendarState, code: 'sample-code' } }),
    {
      foreignRows: 'link_invalid',
    },
  ),
];
