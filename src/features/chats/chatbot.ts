import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { ChatRow } from './queries.ts';

/** Whether a chatbot was ever set up. Unknown before the first sync: what the chats say is shown. */
export const hasChatbot = ({ settings }: Pick<Restaurant, 'settings'>): boolean => settings?.chatbot.is_created ?? true;

/** A reply pauses the bot of its chat, also where there is none: then nobody has to hear of it. */
export const unpaused = (chat: ChatRow): ChatRow => ({
  ...chat,
  is_paused: false,
  paused_at: null,
  paused_until: null,
});
