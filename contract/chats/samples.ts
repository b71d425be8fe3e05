import { sampleOf, type Sample } from '../sample.ts';
import * as chats from './calls.ts';
import * as canned from './canned-reply-calls.ts';

export const samples: Sample[] = [
  sampleOf(chats.list, () => ({ query: { is_unread: 'true' } })),
  sampleOf(chats.get, ({ chatId }) => ({ path: { id: chatId } })),
  sampleOf(chats.markAsRead, ({ chatId, now }) => ({ path: { id: chatId }, body: { read_upto: now } })),
  sampleOf(chats.pause, ({ chatId }) => ({ path: { id: chatId }, body: {} })),
  sampleOf(chats.resume, ({ chatId }) => ({ path: { id: chatId }, body: {} })),
  sampleOf(chats.sendMessage, ({ chatId }) => ({ path: { id: chatId }, body: { message: 'Until ten' } })),
  sampleOf(chats.addNote, ({ chatId, newId }) => ({
    path: { id: chatId },
    body: { message: 'Regular, likes the window table', message_id: newId() },
  })),
  sampleOf(chats.setLabels, ({ chatId }) => ({ path: { id: chatId }, body: { add: ['VIP'], remove: ['Late'] } })),
  sampleOf(chats.readFile, ({ chatId, chatFileId }) => ({ path: { id: chatId, fileId: chatFileId } })),
  sampleOf(chats.storeFile, ({ chatId, newId }) => ({
    path: { id: chatId, fileId: newId() },
    body: { file_name: 'menu.pdf', data: 'JVBERi0xLjQK' },
  })),
  sampleOf(canned.listCannedReplies, () => ({})),
  sampleOf(canned.createCannedReply, ({ newId }) => {
    const id = newId();
    // Tests make the sample's request more than once.
    const shortcut = `parking-${id.slice(-12)}`;
    return { body: { id, shortcut, title: 'Parking', message: 'Hello {name}, there is a car park behind us.' } };
  }),
  sampleOf(canned.editCannedReply, ({ cannedReplyId }) => ({
    path: { id: cannedReplyId },
    body: { message: '{restaurant} is open from five to eleven.', sort_order: 2 },
  })),
  sampleOf(canned.removeCannedReply, ({ cannedReplyId }) => ({ path: { id: cannedReplyId } })),
];
