import type { CannedReply } from '../contract/chats/canned-reply-calls.ts';
import { newCannedReply } from '../contract/chats/canned-replies.ts';
import { newId } from '../server/platform/ids.ts';

const texts: [shortcut: string, title: string, message: string][] = [
  [
    'hours',
    'Opening hours',
    'Hello {name}, from Tuesday to Thursday we are open from twelve to three and from five to half past ten.',
  ],
  [
    'allergens',
    '',
    'Thank you for telling us, {name}. The kitchen has your allergies in front of it, and I will check.',
  ],
  ['late', 'Running late', 'Sorry, {name}, we are very busy tonight. Your food will be about ten minutes late.'],
  ['thanks', '', 'Thank you for ordering from {restaurant}. Enjoy your meal!'],
];

/** What the demo's staff write often. */
export const makeCannedReplies = (at: string): CannedReply[] =>
  texts.map(([shortcut, title, message], sort_order) =>
    newCannedReply({ shortcut, title, message, sort_order }, { id: newId(new Date(at)), at, actor: null, version: 0 }),
  );
