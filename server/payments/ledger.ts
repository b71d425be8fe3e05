import { and, eq, inArray, sql } from 'drizzle-orm';
import { ledger_entries, ledger_sums, type LedgerAccount, type LedgerEntryType } from '../db/schema/payments.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';

/** One line of the books. `amount`: minor units; positive if the account gets more. */
export interface LedgerLine {
  account: LedgerAccount;
  entry_type: LedgerEntryType;
  amount: number;
}

type LedgerContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now'>;

interface About {
  /** Names the event where it can arrive again; see hasTransaction. */
  transactionId?: string;
  currency: string;
  paymentId: string | null;
  orderId: string | null;
  withdrawalId?: string;
  /** When it happened, ISO. */
  effectiveAt: string;
}

/** Writes the lines of one event. They must add up to zero; the database checks it again at commit. */
export async function post(c: LedgerContext, lines: LedgerLine[], about: About): Promise<void> {
  const wanted = lines.filter(({ amount }) => amount !== 0);
  if (wanted.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error('The lines do not balance');
  if (wanted.length === 0) return;
  const transaction_id = about.transactionId ?? newId();
  await c.db.insert(ledger_entries).values(
    wanted.map((line) => ({
      ...line,
      restaurant_id: c.restaurantId,
      id: newId(),
      transaction_id,
      currency: about.currency,
      payment_id: about.paymentId,
      order_id: about.orderId,
      withdrawal_id: about.withdrawalId ?? null,
      effective_at: about.effectiveAt,
      created_at: c.now.toISOString(),
    })),
  );
}

/** Whether an event's lines are written. */
export async function hasTransaction({ db, restaurantId }: LedgerContext, transactionId: string): Promise<boolean> {
  const found = await db
    .select({ id: ledger_entries.id })
    .from(ledger_entries)
    .where(and(eq(ledger_entries.restaurant_id, restaurantId), eq(ledger_entries.transaction_id, transactionId)))
    .limit(1);
  return found.length > 0;
}

/** What an account holds of one payment, or what one event of it put there; minor units. */
export async function balanceOfPayment(
  { db, restaurantId }: LedgerContext,
  account: LedgerAccount,
  paymentId: string,
  transactionId?: string,
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string | null>`sum(${ledger_entries.amount})` })
    .from(ledger_entries)
    .where(
      and(
        eq(ledger_entries.restaurant_id, restaurantId),
        eq(ledger_entries.payment_id, paymentId),
        eq(ledger_entries.account, account),
        transactionId ? eq(ledger_entries.transaction_id, transactionId) : undefined,
      ),
    );
  return Number(row?.sum ?? 0);
}

/** Where money of the wallet is; see LedgerAccount. */
export const walletAccounts = ['wallet_pending', 'wallet_available', 'wallet_reserved', 'wallet_disputed'] as const;

/** Balances of accounts in one currency, minor units; 0 without entries. */
export async function balancesOf<A extends LedgerAccount>(
  db: Tx,
  restaurantId: string,
  currency: string,
  accounts: readonly A[],
): Promise<Record<A, number>> {
  const rows = await db
    .select({ account: ledger_sums.account, sum: sql<string>`sum(${ledger_sums.amount})` })
    .from(ledger_sums)
    .where(
      and(
        eq(ledger_sums.restaurant_id, restaurantId),
        eq(ledger_sums.currency, currency),
        inArray(ledger_sums.account, [...accounts]),
      ),
    )
    .groupBy(ledger_sums.account);
  const found = new Map<string, number>(rows.map(({ account, sum }) => [account, Number(sum)]));
  return Object.fromEntries(accounts.map((account) => [account, found.get(account) ?? 0])) as Record<A, number>;
}

/** What the wallet held before an instant (ISO), minor units: the months before, and the entries of its own month. */
export async function walletBalanceAt(
  db: Tx,
  restaurantId: string,
  currency: string,
  instant: string,
): Promise<number> {
  const month = `${new Date(instant).toISOString().slice(0, 7)}-01`;
  const { rows } = await db.execute<{ balance: string }>(sql`
    SELECT coalesce(sum(amount), 0) AS balance FROM (
      SELECT amount FROM ledger_sums
       WHERE restaurant_id = ${restaurantId} AND currency = ${currency} AND ${inWallet} AND month < ${month}
      UNION ALL
      SELECT amount FROM ledger_entries
       WHERE restaurant_id = ${restaurantId} AND currency = ${currency} AND ${inWallet}
         AND effective_at >= ${`${month}T00:00:00.000Z`} AND effective_at < ${instant}) t`);
  return Number(rows[0]!.balance);
}

/** The condition for lines of the wallet. A list of names, because an index does not know patterns. */
export const inWallet = inArray(sql`account`, [...walletAccounts]);

/** Money that came in: what it is for is the other side. */
export const linesOfSale = (
  account: LedgerAccount,
  { amount, tip_amount: tip }: { amount: number; tip_amount: number },
): LedgerLine[] => [
  { account, entry_type: 'sale', amount: amount - tip },
  { account: 'sales', entry_type: 'sale', amount: tip - amount },
  { account, entry_type: 'tip', amount: tip },
  { account: 'tips', entry_type: 'tip', amount: -tip },
];

/** Money that moves between two accounts. */
export const linesOfMove = (
  entry_type: LedgerEntryType,
  { from, to, amount }: { from: LedgerAccount; to: LedgerAccount; amount: number },
): LedgerLine[] => [
  { account: from, entry_type, amount: -amount },
  { account: to, entry_type, amount },
];

/** Money given back, of the sale. */
export const linesOfRefund = (account: LedgerAccount, amount: number): LedgerLine[] => [
  { account, entry_type: 'refund', amount: -amount },
  { account: 'sales', entry_type: 'refund', amount },
];
