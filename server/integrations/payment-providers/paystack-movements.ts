import * as z from 'zod/mini';
import type { RequestPaystack } from './paystack-request.ts';
import { accountOfTransfer, readMetadata, Refund, toInstant, Transaction, Transfer } from './paystack-rows.ts';
import type { Movement, ProviderResult } from './provider.ts';

interface Period {
  from: Date;
  to: Date;
}

/** Paystack has one balance for the whole platform: the rows of an account are those that name it. */
export async function listPaystackMovements(
  send: RequestPaystack,
  account: string,
  period: Period,
): Promise<ProviderResult<Movement[]>> {
  const transactions = await readAll(send, 'transaction', Transaction, period);
  if (transactions.kind === 'refused') return transactions;
  const refunds = await readAll(send, 'refund', Refund, period);
  if (refunds.kind === 'refused') return refunds;
  const transfers = await readAll(send, 'transfer', Transfer, period);
  if (transfers.kind === 'refused') return transfers;

  const accounts = new Map(
    transactions.value.map(({ reference, metadata }) => [reference, readMetadata(metadata).account]),
  );
  const movements: Movement[] = transactions.value
    .filter(({ status, reference }) => isPaid(status) && accounts.get(reference) === account)
    .map((transaction) => ({
      reference: transaction.reference,
      kind: 'payment',
      source: transaction.reference,
      amount: transaction.amount,
      fee: (transaction.fees ?? 0) + readMetadata(transaction.metadata).application_fee,
      currency: transaction.currency,
      at: toInstant(transaction.paid_at ?? transaction.created_at) ?? period.from.toISOString(),
    }));
  for (const refund of refunds.value) {
    const of = refund.transaction_reference;
    if (!of || refund.status !== 'processed') continue;
    if (!accounts.has(of)) accounts.set(of, await readAccount(send, of));
    if (accounts.get(of) !== account) continue;
    movements.push({
      reference: String(refund.id),
      kind: 'refund',
      source: String(refund.id),
      amount: -Number(refund.amount),
      fee: 0,
      currency: refund.currency,
      at: toInstant(refund.createdAt ?? refund.created_at) ?? period.from.toISOString(),
    });
  }
  // A transfer that failed or was reversed moved nothing in the end.
  for (const transfer of transfers.value)
    if (transfer.status === 'success' && accountOfTransfer(transfer) === account)
      movements.push({
        reference: transfer.transfer_code,
        kind: 'payout',
        source: transfer.transfer_code,
        amount: -transfer.amount,
        fee: 0,
        currency: transfer.currency,
        at: toInstant(transfer.createdAt ?? transfer.created_at) ?? period.from.toISOString(),
      });
  return { kind: 'answer', value: movements };
}

const isPaid = (status: string) => status === 'success' || status === 'reversed';

/** A refund of this period may belong to a payment before it. */
async function readAccount(send: RequestPaystack, reference: string): Promise<string | null> {
  const found = await send(`transaction/verify/${encodeURIComponent(reference)}`, Transaction);
  return found.kind === 'answer' ? readMetadata(found.value.metadata).account : null;
}

const PER_PAGE = 100;
/** Bounds what a wrong answer could make us read. */
const PAGES_MAX = 500;

async function readAll<T>(
  send: RequestPaystack,
  path: string,
  shape: z.ZodMiniType<T>,
  { from, to }: Period,
): Promise<ProviderResult<T[]>> {
  const rows: T[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = {
      from: from.toISOString(),
      to: to.toISOString(),
      perPage: String(PER_PAGE),
      page: String(page),
    };
    const found = await send(path, z.array(shape), { query });
    if (found.kind === 'refused') return found;
    rows.push(...found.value);
    if (found.value.length < PER_PAGE) break;
  }
  return { kind: 'answer', value: rows };
}
