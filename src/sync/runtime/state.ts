import type { GalleyDb, SyncStatus } from '../../data/db.ts';
import { instant } from '../../data/clock.ts';
import { useUnsavedCount } from '../../data/current.ts';
import { useLive } from '../../data/live.ts';
import { useOnline } from '../../lib/use-online.ts';

export interface SyncState {
  gate: SyncStatus['gate'];
  /** In back-off: the server fails on everything, so that no news come either. */
  isDown: boolean;
  /** In back-off: the server's disk is full. */
  isDiskFull: boolean;
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

/** The rows are on their way to this device for the first time: no count of them is the last word. */
export const isFirstLoad = (sync: SyncState | undefined): boolean => sync !== undefined && !sync.isComplete;

/** The state of the layer for the status line and the "Unsent changes" panel. Undefined: not yet known, or nobody is signed in. */
export function useSyncState(): SyncState | undefined {
  const isOnline = useOnline();
  const state = useLive(readSyncState, []);
  const unstored = useUnsavedCount();
  if (!state) return state;
  // The browser knows of a pulled plug before the worker has tried.
  const gate = !isOnline && state.gate === 'open' ? 'offline' : state.gate;
  return gate === state.gate && unstored === 0 ? state : { ...state, gate, waiting: state.waiting + unstored };
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
    db.sync.bulkGet(['status', 'lastPullAt', 'isComplete', 'serverOffsetMs']),
  ]);
  // Written by this device's clock, read by people: as the server's clock has it.
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

/** What the server has processed (`acked`) is saved, though the pull that confirms it may still be on its way. */
export const countWaiting = (db: GalleyDb): Promise<number> =>
  db.outbox.where('state').anyOf('queued', 'inflight', 'uncertain').count();
