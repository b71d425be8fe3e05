import { useCallback } from 'react';
import { listChanges } from '../../../../contract/people/calls.ts';
import { send } from '../../../api/send.ts';
import { useServerData } from '../../../api/use-server-data.ts';
import type { ChangeQuery } from './requests.ts';

/**
 * The changes that `query` asks for; `answer` is null until they are here. Other than `useQuery`, it keeps no earlier answer: under other
 * filters it would pass for theirs. Read again for other `edits`.
 */
export function useChanges(query: ChangeQuery, edits: number) {
  const written = JSON.stringify({ query, edits });
  const read = useCallback(
    async (signal: AbortSignal) => {
      const asked = JSON.parse(written) as { query: ChangeQuery }; // what was written just above
      const answer = await send(listChanges, { query: asked.query }, { signal });
      return { ok: true, data: { written, answer } } as const;
    },
    [written],
  );
  const { answer, ask } = useServerData(read);
  const found = answer?.ok ? answer.data : null;
  return { answer: found?.written === written ? found.answer : null, last: found?.answer ?? null, ask };
}
