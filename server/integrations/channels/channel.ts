import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';

/** A reply to send. `messageId` identifies it: a channel that can detect repeats sends it once. */
export interface Outgoing {
  restaurantId: string;
  chatId: string;
  messageId: string;
  message: string;
  now: Date;
}

export type Sent =
  | { kind: 'sent'; provider_message_id: string | null }
  /** Permanent: it is not tried again. */
  | { kind: 'failed'; failure_code: NonNullable<ChatMessage['failure_code']> }
  /** It may have been sent. A later status of the service says so, or nothing does. */
  | { kind: 'unknown' };

/** How replies reach a customer. A throw is a transient error, and nothing was sent: the reply and those behind it wait, so that their order stays. */
export interface Channel {
  /** Sending again what was sent does no harm. Otherwise nothing is sent whose first try may have succeeded. */
  isRepeatable: boolean;
  send(outgoing: Outgoing): Promise<Sent>;
}

export type Channels = Partial<Record<Chat['channel_type'], Channel>>;
