import type { Chat } from './calls.ts';

export interface PauseChange {
  isPaused: boolean;
  /** A pause without an end lasts until somebody ends it. */
  until: string | null;
  reason: NonNullable<Chat['pause_reason']>;
}

export interface PauseContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  by: string;
}

export type PauseOutcome =
  | { kind: 'set'; chat: Chat }
  /** What was done later stands; `chat` is as it was. */
  | { kind: 'superseded'; chat: Chat };

/**
 * Pauses the bot in a chat, or lets it answer again (data dictionary, section 18). The newest `occurredAt` stands, a tie goes to the
 * greater `opId`, whatever the order in which they arrive.
 */
export function applyPause(chat: Chat, change: PauseChange, { occurredAt, opId, by }: PauseContext): PauseOutcome {
  const difference = chat.pause_changed_at === null ? 1 : Date.parse(occurredAt) - Date.parse(chat.pause_changed_at);
  if (difference < 0 || (difference === 0 && opId.toLowerCase() <= (chat.pause_op_id ?? '').toLowerCase()))
    return { kind: 'superseded', chat };
  const { isPaused } = change;
  return {
    kind: 'set',
    chat: {
      ...chat,
      is_paused: isPaused,
      paused_at: isPaused ? occurredAt : null,
      paused_by: isPaused ? by : null,
      pause_reason: isPaused ? change.reason : null,
      paused_until: isPaused ? change.until : null,
      pause_changed_at: occurredAt,
      pause_op_id: opId,
    },
  };
}

/** Is the bot silent now? A pause with an end is over at that instant, without anybody's doing. */
export function isBotPaused(chat: Pick<Chat, 'is_paused' | 'paused_until'>, now: string | Date): boolean {
  if (!chat.is_paused) return false;
  return chat.paused_until === null || Date.parse(chat.paused_until) > new Date(now).getTime();
}
