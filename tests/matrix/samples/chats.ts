import { seed, WROTE_AT, WROTE_BEFORE } from '../seed.ts';
import { inMinutes, made, type Sample } from './sample.ts';

/** Talk. */
export const chats: Record<string, Sample[]> = {
  'chats.sendMessage': [
    {
      does: 'answers twice',
      steps: ['Until ten', 'And on Sunday until nine'].map((message, i) => ({
        call: 'chats.sendMessage',
        path: { id: seed.chat },
        body: { message, message_id: made(60 + i), seen_inbound_at: WROTE_AT },
      })),
      guesses: ['author_name', 'delivery_status', 'sent_at'],
      // Any later, and each message would ask whether it should still be sent.
      backAfterMinutes: 40,
    },
  ],
  'chats.addNote': [
    {
      does: 'writes two notes',
      steps: ['Likes the window table', 'Pays in cash'].map((message, i) => ({
        call: 'chats.addNote',
        path: { id: seed.chat },
        body: { message, message_id: made(62 + i) },
      })),
      guesses: ['author_name'],
    },
  ],
  'chats.markAsRead': [
    {
      does: 'reads a chat to its end',
      steps: [{ call: 'chats.markAsRead', path: { id: seed.chat }, body: { read_upto: WROTE_AT } }],
    },
    {
      does: 'reads a chat to its end, and in another tab what stands above',
      steps: [WROTE_AT, WROTE_BEFORE].map((read_upto) => ({
        call: 'chats.markAsRead',
        path: { id: seed.chat },
        body: { read_upto },
      })),
    },
  ],
  'chats.pause': [
    {
      does: 'pauses the bot for an hour',
      steps: [{ call: 'chats.pause', path: { id: seed.chat }, body: { paused_until: inMinutes(60) } }],
      guesses: ['paused_by'],
    },
    {
      does: 'pauses the bot for good',
      steps: [{ call: 'chats.pause', path: { id: seed.chat } }],
      guesses: ['paused_by'],
    },
  ],
  'chats.resume': [
    {
      does: 'pauses the bot and lets it answer again',
      steps: [
        { call: 'chats.pause', path: { id: seed.chat } },
        { call: 'chats.resume', path: { id: seed.chat } },
      ],
    },
  ],
};
