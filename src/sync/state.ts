import type { GalleyDb, SyncStatus } from '../data/db.ts';
import { useLive } from '../data/live.ts';
import { useOnline } from '../lib/use-online.ts';

export interface SyncState {
  gate: SyncStatus['gate'];
  /** Since when the gate is not open, ISO. */
  since: string | null;
  /** Changes that the server does not have yet. */
  waiting: number;
  /** Changes that were refused or lost, and that nobody has dealt with. */
  attention: number;
  phase: SyncStatus['phase'];
  lastPullAt: string | null;
  /** Everything has been loaded at least once. */
  isComplete: boolean;
  /** Epoch ms. */
  nextTryAt: number | null;
}

/** The state of the layer for the status line and the "Unsent changes" panel. Undefined: not yet known, or nobody is signed in. */
export function useSyncState(): SyncState | undefined {
  const isOnline = useOnline();
  const state = useLive(readSyncState, []);
  // The browser knows of a pulled plug before the worker has tried.
  return state && !isOnline && state.gate === 'open' ? { ...state, gate: 'offline' } : state;
}

/** Can the server be reached, as far as this device knows? What needs it says so before it is pressed. */
export function useIsOnline(): boolean {
  const isOnline = useOnline();
  return useSyncState()?.gate !== 'offline' && isOnline;
}

export async function readSyncState(db: GalleyDb): Promise<SyncState> {
  const [waiting, attention, values] = await Promise.all([
    countWaiting(db),
    db.dead_letters.count(),
    db.sync.bulkGet(['status', 'lastPullAt', 'isComplete']),
  ]);
  const status = values[0]?.value as SyncStatus | undefined;
  return {
    gate: status?.gate ?? 'open',
    since: status?.since ?? null,
    phase: status?.phase ?? 'idle',
    nextTryAt: status?.nextTryAt ?? null,
    waiting,
    attention,
    lastPullAt: (values[1]?.value as string | undefined) ?? null,
    isComplete: values[2]?.value === true,
  };
}

/** What the server has processed (`acked`) is saved, though the pull that confirms it may still be on its way. */
export const countWaiting = (db: GalleyDb): Promise<number> =>
  db.outbox.where('state').anyOf('queued', 'inflight', 'uncertain').count();
