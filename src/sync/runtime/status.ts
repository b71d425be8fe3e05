import { instant, type Clock } from '../../data/clock.ts';
import type { GalleyDb, SyncStatus } from '../../data/db.ts';
import { writeTransaction } from '../../data/store-mutation.ts';

export interface StatusLine {
  gate(
    gate: SyncStatus['gate'],
    more?: Partial<Pick<SyncStatus, 'nextTryAt' | 'requestId' | 'isDown' | 'isDiskFull' | 'session'>>,
  ): Promise<void>;
  phase(phase: SyncStatus['phase']): void;
}

/** A shorter push and pull do not change the phase. */
const WORTH_SAYING_MS = 400;

/** The worker's status for the screens of all tabs, stored in the database and written only when it changes. */
export function makeStatus(db: GalleyDb, clock: Clock): StatusLine {
  let said: SyncStatus | null = null;
  let phase: SyncStatus['phase'] = 'idle';
  let cancel = () => {};

  const say = async (next: SyncStatus): Promise<void> => {
    // Compare with the stored status: a leader that woke up late may have overwritten it.
    if (isSame(said, next) && isSame((await db.sync.get('status'))?.value, next)) return;
    const before = said;
    said = next;
    try {
      await writeTransaction(db, ['sync'], () => db.sync.put({ name: 'status', value: next }));
    } catch (error) {
      // It was not stored, so the next one must be written even if it is the same.
      said = before;
      throw error;
    }
  };
  /** Since when it has been blocked for this reason. After a reload the stored status of the last worker counts. */
  const sinceOf = async (gate: SyncStatus['gate']): Promise<string | null> => {
    const last = said ?? ((await db.sync.get('status'))?.value as SyncStatus | undefined);
    return last?.gate === gate ? last.since : null;
  };
  const isSame = (a: unknown, b: SyncStatus) => JSON.stringify(a) === JSON.stringify(b);
  const now = (): SyncStatus => said ?? { gate: 'open', since: null, nextTryAt: null, requestId: null, phase: 'idle' };

  return {
    async gate(gate, { nextTryAt = null, requestId = null, isDown, isDiskFull, session } = {}) {
      const since = gate === 'open' ? null : ((await sinceOf(gate)) ?? instant(clock.now()));
      await say({
        gate,
        since,
        nextTryAt,
        requestId,
        ...(isDown && { isDown }),
        ...(isDiskFull && { isDiskFull }),
        ...(session !== undefined && { session }),
        phase: now().phase,
      });
    },
    phase(next) {
      if (next === phase) return;
      phase = next;
      cancel();
      const write = () =>
        // The database may be closed; the status does not matter then.
        void say({ ...now(), phase: next }).catch((error: unknown) =>
          console.warn('The sync status cannot be written', error),
        );
      if (next !== 'idle') cancel = clock.after(WORTH_SAYING_MS, write);
      else if (said && said.phase !== 'idle') write();
    },
  };
}
