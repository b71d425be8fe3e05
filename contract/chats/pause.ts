import type { Chat } from './calls.ts';

export interface PauseChange {
  isPaused: boolean;
  /** Null: the pause lasts until somebody ends it. */
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
  /** A later change wins; `chat` is unchanged. */
  | { kind: 'superseded'; chat: Chat };

/**
 * Pauses or resumes the bot in a chat. The newest `occurredAt` wins, then the greater `opId`, in whatever
 * order they arrive.
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

/** True if the bot is paused now. A pause with an end is over at that instant by itself. */
export function isBotPaused(chat: Pick<Chat, 'is_paused' | 'paused_until'>, now: string | Date): boolean {
  if (!chat.is_paused) return false;
  return chat.paused_until === null || Date.parse(chat.paused_until) > new Date(now).getTime();
}
