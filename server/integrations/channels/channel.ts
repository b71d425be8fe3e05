import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';

/** A reply on its way out. `messageId` names it for good: a channel that is asked twice sends once, where it can tell. */
export interface Outgoing {
  restaurantId: string;
  chatId: string;
  messageId: string;
  message: string;
}

export type Sent =
  | { kind: 'sent'; provider_message_id: string | null }
  /** For good: it is not tried again. */
  | { kind: 'failed'; failure_code: NonNullable<ChatMessage['failure_code']> };

/** How replies reach a customer. A throw means "not now": the reply waits, and those behind it with it, so that their order stays. */
export interface Channel {
  send(outgoing: Outgoing): Promise<Sent>;
}

export type Channels = Partial<Record<Chat['channel_type'], Channel>>;
