import type { Args } from '../../../../contract/call.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import { listChanges, type Change } from '../../../../contract/people/calls.ts';
import { send, type Failure } from '../../../api/send.ts';

export type ChangeQuery = NonNullable<Args<typeof listChanges>['query']>;

/** What a file holds at most. */
export const FILE_MAX = 1000;

/** The newest that `query` asks for, up to `FILE_MAX`, page by page. `isCut`: there are more. */
export async function readForFile(
  query: ChangeQuery,
): Promise<{ ok: true; changes: Change[]; isCut: boolean } | Failure> {
  // By id: what arrives while the pages are read pushes the last rows of a page onto the next one.
  const found = new Map<string, Change>();
  for (let page = 1; ; page += 1) {
    // One after another: a page is asked for only if there is one.
    const answer = await send(listChanges, {
      query: { ...query, page_no: String(page), limit: String(PAGE_LIMIT_MAX) },
    });
    if (!answer.ok) return answer;
    for (const change of answer.data) found.set(change.id, change);
    const hasMore = answer.meta?.has_next_page ?? false;
    if (!hasMore || page * PAGE_LIMIT_MAX >= FILE_MAX)
      return { ok: true, changes: [...found.values()], isCut: hasMore };
  }
}
