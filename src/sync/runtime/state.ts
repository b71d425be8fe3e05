import type { GalleyDb, SyncStatus } from '../../data/db.ts';
import { instant } from '../../data/clock.ts';
import { useOutdated, useUnsavedCount } from '../../data/current.ts';
import { useLive } from '../../data/live.ts';
import { useOnline } from '../../lib/use-online.ts';

export interface SyncState {
  gate: SyncStatus['gate'];
  /** In backoff: the server fails on everything, pulls included. */
  isDown: boolean;
  /** In backoff: the server's disk is full. */
  isDiskFull: boolean;
  /** Since when the queue has been blocked, ISO. */
  since: string | null;
  /** Mutations that the server does not have yet. */
  waiting: number;
  /** Failed changes that nobody has resolved. */
  attention: number;
  phase: SyncStatus['phase'];
  lastPullAt: string | null;
  /** Everything has been loaded at least once. */
  isComplete: boolean;
  /** Epoch ms. */
  nextTryAt: number | null;
}

/** True during the first load: counts of rows are not final. */
export const isFirstLoad = (sync: SyncState | undefined): boolean => sync !== undefined && !sync.isComplete;

/** State of the sync layer for the status line and the panel "Unsent changes". Undefined if not known yet or nobody is signed in. */
export function useSyncState(): SyncState | undefined {
  const isOnline = useOnline();
  const state = useLive(readSyncState, []);
  const unstored = useUnsavedCount();
  const isOutdated = useOutdated() !== null;
  if (!state) return state;
  // The browser notices a lost network before the worker tries. Outdated code has no worker, so the stored status says nothing about it.
  const ours = isOutdated ? 'upgrade' : state.gate;
  const gate = !isOnline && (ours === 'open' || isOutdated) ? 'offline' : ours;
  return gate === state.gate && unstored === 0 ? state : { ...state, gate, waiting: state.waiting + unstored };
}

/** Whether the server is reachable, as far as this device knows. Controls that need it say so before they are pressed. */
export function useIsOnline(): boolean {
  const isOnline = useOnline();
  return useSyncState()?.gate !== 'offline' && isOnline;
}

export async function readSyncState(db: GalleyDb): Promise<SyncState> {
  const [waiting, attention, values] = await Promise.all([
    countWaiting(db),
    db.dead_letters.count(),
    db.sync.bulkGet(['status', 'lastPullAt', 'isComplete', 'serverOffsetMs']),
  ]);
  // The times are by the device's clock; people should see the server's.
  const offset = (values[3]?.value as number | undefined) ?? 0;
  const corrected = (at: unknown) => (at ? instant(Date.parse(at as string) + offset) : null);
  const status = values[0]?.value as SyncStatus | undefined;
  return {
    gate: status?.gate ?? 'open',
    isDown: status?.isDown === true,
    isDiskFull: status?.isDiskFull === true,
    since: corrected(status?.since),
    phase: status?.phase ?? 'idle',
    nextTryAt: status?.nextTryAt ? status.nextTryAt + offset : null,
    waiting,
    attention,
    lastPullAt: corrected(values[1]?.value),
    isComplete: values[2]?.value === true,
  };
}

/** Pending mutations. Processed ones (`acked`) count as saved, although the confirming pull may still be on its way. */
export const countWaiting = (db: GalleyDb): Promise<number> =>
  db.outbox.where('state').anyOf('queued', 'inflight').count();
