import type { Chat } from './calls.ts';

type Birth = Pick<
  Chat,
  'id' | 'version' | 'created_at' | 'updated_by' | 'customer_id' | 'customer_name' | 'last_message_at'
>;

/** A chat with defaults: on the website, no messages, the bot may answer. */
export const blankChat = (known: Birth & Partial<Chat>): Chat => ({
  updated_at: known.created_at,
  deleted_at: null,
  channel_type: 'website',
  is_paused: false,
  paused_at: null,
  pause_changed_at: null,
  pause_op_id: null,
  paused_by: null,
  pause_reason: null,
  paused_until: null,
  needs_human: false,
  unread_count: 0,
  read_upto: null,
  last_message_preview: '',
  last_message_author: null,
  last_inbound_at: null,
  // The website channel has no reply window.
  reply_window_closes_at: null,
  open_order_ids: [],
  labels: [],
  open_draft: null,
  ...known,
});
