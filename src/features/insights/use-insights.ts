import { useMemo } from 'react';
import * as z from 'zod/mini';
import { insights, Insights } from '../../../contract/dashboard/calls.ts';
import { send } from '../../api/send.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useServerData } from '../../api/use-server-data.ts';
import type { AskedPeriod } from './periods.ts';

const check = (data: unknown) => z.safeParse(Insights, data).data ?? null;

export interface PeriodInsights {
  /** Null: not known yet, or the server cannot be reached and nothing was kept. */
  insights: Insights | null;
  /** True if these are kept figures because the server gave no newer ones. */
  isKept: boolean;
  hasFailed: boolean;
  ask: () => void;
}

/** The server's figures of a period; offline the last ones that it gave, whatever their period. */
export function useInsights(restaurantId: string, { date, compareDate }: AskedPeriod): PeriodInsights {
  const read = useMemo(() => {
    const query = { date, ...(compareDate === null ? {} : { compare_date: compareDate }) };
    return (signal: AbortSignal) => send(insights, { query }, { signal });
  }, [date, compareDate]);
  const { answer, ask } = useServerData(read);
  const fresh = useMemo(() => (answer?.ok ? check(answer.data) : null), [answer]);
  const kept = useKept(`insights.${restaurantId}`, fresh, check)?.data ?? null;
  return {
    insights: fresh ?? (answer ? kept : null),
    isKept: fresh === null && answer !== null && kept !== null,
    hasFailed: fresh === null && answer !== null,
    ask,
  };
}
