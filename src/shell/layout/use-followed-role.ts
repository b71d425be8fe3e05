import { useEffect, useRef } from 'react';
import { useLive } from '../../data/live.ts';

/**
 * Asks the server who is signed in when something tells that the role has changed: a change was refused for it, or the server has had this
 * device load its rows anew.
 */
export function useFollowedRole(): void {
  const signs = useLive(async (db) => {
    const refused = await db.dead_letters.filter(({ error }) => error?.code === 'not_allowed').count();
    return `${refused} ${((await db.sync.get('gen'))?.value as number | undefined) ?? 0}`;
  }, []);
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (signs === undefined || signs === known.current) return;
    const isFirst = known.current === undefined;
    known.current = signs;
    // The shell asks by itself when it opens.
    if (isFirst) return;
    void import('../../session/account.ts').then(
      ({ refreshAccount }) => refreshAccount(),
      () => undefined,
    );
  }, [signs]);
}
