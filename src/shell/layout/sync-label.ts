import type { SyncState } from '../../sync/runtime/state.ts';

export type SyncTone = 'saved' | 'waiting' | 'offline' | 'attention' | 'unknown';

export interface SyncLabel {
  tone: SyncTone;
  /** The text in parts: a phone shows only the count, the kitchen the parts that it needs; a screen reader reads everything. */
  before: string;
  count: string;
  /** " changes" */
  noun: string;
  after: string;
  /** What waits besides what needs attention. */
  more: string;
  /** When the device last heard from the server; shown after the text. */
  at: string | null;
}

/** The text of the sync status. People and scripts find it by this text. */
export function syncLabel(
  state: Pick<SyncState, 'gate' | 'isDown' | 'waiting' | 'attention' | 'lastPullAt'> | undefined,
): SyncLabel {
  if (!state) return { ...none, tone: 'unknown', before: 'Opening what this device holds' };
  const { gate, isDown, waiting, attention, lastPullAt } = state;
  const isOffline = gate === 'offline' || isDown;
  const isOld = gate === 'upgrade';
  if (attention > 0) {
    return {
      ...none,
      tone: 'attention',
      count: String(attention),
      noun: attention === 1 ? ' change' : ' changes',
      after: attention === 1 ? ' needs attention' : ' need attention',
      more: `${isOffline ? ', offline' : isOld ? ', reload needed' : ''}${waiting > 0 ? `, ${waiting} waiting` : ''}`,
    };
  }
  const counted = { ...none, count: String(waiting), noun: waiting === 1 ? ' change' : ' changes', after: ' waiting' };
  if (isOffline) return { ...counted, tone: 'offline', before: 'Offline, ' };
  if (isOld) return { ...counted, tone: 'waiting', more: ', reload needed' };
  if (waiting > 0) return { ...counted, tone: 'waiting' };
  return { ...none, tone: 'saved', before: 'All changes saved', at: lastPullAt };
}

const none = { before: '', count: '', noun: '', after: '', more: '', at: null };
