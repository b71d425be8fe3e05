import { getStatement, type StatementEntry, type StatementSums } from '../../../../contract/payments/report-calls.ts';
import { send, type Result } from '../../../api/send.ts';

export interface WalletStatement {
  sums: StatementSums;
  entries: StatementEntry[];
}

/** All pages of a period's statement. */
export async function readStatement(
  period: { from: string; to: string },
  signal: AbortSignal,
): Promise<Result<WalletStatement>> {
  const entries: StatementEntry[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await send(getStatement, { query: { ...period, page_no: String(page), limit: '100' } }, { signal });
    if (!answer.ok) return answer;
    entries.push(...answer.data);
    // Every page of this call has them.
    if (!answer.meta?.has_next_page) return { ok: true, data: { sums: answer.stats as StatementSums, entries } };
  }
}
