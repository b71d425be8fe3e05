import type { SyncState } from '../sync/state.ts';

export type SyncTone = 'saved' | 'waiting' | 'offline' | 'attention' | 'unknown';

export interface SyncWords {
  tone: SyncTone;
  /** The words in three parts: a phone shows the count alone, and a screen reader reads all of it. */
  before: string;
  count: string;
  after: string;
  /** When the device last heard from the server; shown after the words. */
  at: string | null;
}

/** What the one sync status says. People and scripts find it by these words (docs/decisions names them). */
export function syncWords(
  state: Pick<SyncState, 'gate' | 'isDown' | 'waiting' | 'attention' | 'lastPullAt'> | undefined,
): SyncWords {
  if (!state) return { tone: 'unknown', before: 'Opening what this device holds', count: '', after: '', at: null };
  const { gate, isDown, waiting, attention, lastPullAt } = state;
  if (attention > 0) {
    return {
      tone: 'attention',
      before: '',
      count: String(attention),
      after: attention === 1 ? ' change needs attention' : ' changes need attention',
      at: null,
    };
  }
  const waits = waiting === 1 ? ' change waiting' : ' changes waiting';
  if (gate === 'offline' || isDown)
    return { tone: 'offline', before: 'Offline, ', count: String(waiting), after: waits, at: null };
  if (waiting > 0) return { tone: 'waiting', before: '', count: String(waiting), after: waits, at: null };
  return { tone: 'saved', before: 'All changes saved', count: '', after: '', at: lastPullAt };
}
