import { useEffect, useMemo } from 'react';
import { serverNow } from '../lib/server-now.ts';
import { keepAnswer, keptAnswer } from '../session/kept-answers.ts';
import type { Failure, Result } from './send.ts';
import { useServerData } from './use-server-data.ts';

export interface KeptData<T> {
  /** The server's answer, or the last one that this device kept. */
  data: T | null;
  /** When a kept answer was fresh, ISO; null: it is of now, or there is none. */
  keptAt: string | null;
  /** Why there is none. Null while it is requested. */
  failure: Failure | null;
  ask: () => void;
}

/**
 * Data that only the server has and that a screen shows offline, too, with its age. `name`: under which it is kept. `read` and `check`
 * must be the same functions at each render. `check`: null for what an older version kept.
 */
export function useKeptData<T>(
  name: string,
  read: (signal: AbortSignal) => Promise<Result<T>>,
  check: (kept: unknown) => T | null,
): KeptData<T> {
  const { answer, ask } = useServerData(read);
  const fresh = answer?.ok ? answer.data : null;
  const kept = useKept(name, fresh, check);
  return {
    data: fresh ?? kept?.data ?? null,
    keptAt: fresh ? null : (kept?.at ?? null),
    failure: fresh === null && answer?.ok === false ? answer : null,
    ask,
  };
}

/** Keeps what is fresh, and answers what was kept under the name before, with its time. */
export function useKept<T>(
  name: string,
  fresh: T | null,
  check: (kept: unknown) => T | null,
): { at: string; data: T } | null {
  useEffect(() => {
    if (fresh !== null) keepAnswer(name, { at: new Date(serverNow()).toISOString(), data: fresh });
  }, [fresh, name]);
  return useMemo(() => {
    const { at, data } = (keptAnswer(name) ?? {}) as { at?: string; data?: unknown };
    const checked = check(data);
    return checked !== null && at ? { at, data: checked } : null;
  }, [name, check]);
}
