import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { WithdrawalAccount, WithdrawalRequest } from '../../contract/withdrawals/rows.ts';
import { listPage, type Page } from '../db/list-page.ts';
import { payment_accounts } from '../db/schema/providers.ts';
import { withdrawal_accounts, withdrawal_requests } from '../db/schema/withdrawals.ts';
import type { Tx } from '../db/tx.ts';

export type AccountRow = typeof withdrawal_accounts.$inferSelect;
export type RequestRow = typeof withdrawal_requests.$inferSelect;

const ofAccount = (restaurantId: string, id: string) =>
  and(eq(withdrawal_accounts.restaurant_id, restaurantId), eq(withdrawal_accounts.id, id));
const ofRequest = (restaurantId: string, id: string) =>
  and(eq(withdrawal_requests.restaurant_id, restaurantId), eq(withdrawal_requests.id, id));

/** The default first, then in the order added. Without removed ones. */
export const listAccountRows = (db: Tx, restaurantId: string): Promise<AccountRow[]> =>
  db
    .select()
    .from(withdrawal_accounts)
    .where(and(eq(withdrawal_accounts.restaurant_id, restaurantId), isNull(withdrawal_accounts.deleted_at)))
    .orderBy(desc(withdrawal_accounts.is_default), asc(withdrawal_accounts.created_at), asc(withdrawal_accounts.id));

/** Removed ones, too: a withdrawal may still name them. */
export async function findAccountRow(db: Tx, restaurantId: string, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(withdrawal_accounts).where(ofAccount(restaurantId, id)).limit(1);
  return row ?? null;
}

export async function insertAccount(db: Tx, row: AccountRow): Promise<void> {
  await db.insert(withdrawal_accounts).values(row);
}

export async function updateAccount(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<AccountRow>,
): Promise<void> {
  await db.update(withdrawal_accounts).set(fields).where(ofAccount(restaurantId, id));
}

/** Money has arrived there. */
export async function verifyAccount(db: Tx, restaurantId: string, id: string, at: string): Promise<void> {
  const unverified = and(ofAccount(restaurantId, id), eq(withdrawal_accounts.status, 'pending_verification'));
  await db.update(withdrawal_accounts).set({ status: 'verified', verified_at: at, updated_at: at }).where(unverified);
}

/** Makes no account the default, so that another can be. */
export async function clearDefault(db: Tx, restaurantId: string, at: string): Promise<void> {
  await db
    .update(withdrawal_accounts)
    .set({ is_default: false, updated_at: at })
    .where(and(eq(withdrawal_accounts.restaurant_id, restaurantId), eq(withdrawal_accounts.is_default, true)));
}

/** The one withdrawal that is pending or processing. */
export async function findOpenRequest(db: Tx, restaurantId: string): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(withdrawal_requests)
    .where(
      and(
        eq(withdrawal_requests.restaurant_id, restaurantId),
        inArray(withdrawal_requests.status, ['pending', 'processing']),
      ),
    )
    .limit(1);
  return row ?? null;
}

export async function findRequest(db: Tx, restaurantId: string, id: string): Promise<RequestRow | null> {
  const [row] = await db.select().from(withdrawal_requests).where(ofRequest(restaurantId, id)).limit(1);
  return row ?? null;
}

export async function findRequestByReference(
  db: Tx,
  restaurantId: string,
  reference: string,
): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(withdrawal_requests)
    .where(and(eq(withdrawal_requests.restaurant_id, restaurantId), eq(withdrawal_requests.reference, reference)))
    .limit(1);
  return row ?? null;
}

export async function insertRequest(db: Tx, row: RequestRow): Promise<void> {
  await db.insert(withdrawal_requests).values(row);
}

export async function updateRequest(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<RequestRow>,
): Promise<RequestRow> {
  const [row] = await db.update(withdrawal_requests).set(fields).where(ofRequest(restaurantId, id)).returning();
  if (!row) throw new Error(`There is no withdrawal ${id}`);
  return row;
}

/** Newest first. */
export async function listRequestRows(
  db: Tx,
  restaurantId: string,
  page: { limit: number; offset: number },
): Promise<Page<RequestRow>> {
  const where = eq(withdrawal_requests.restaurant_id, restaurantId);
  const order = [desc(withdrawal_requests.requested_at), desc(withdrawal_requests.id)];
  return listPage(db, withdrawal_requests, { where, order, page });
}

/** The restaurant's account at this provider, whatever its state: money under way must be followed there. */
export async function accountAtProvider(
  db: Tx,
  restaurantId: string,
  provider: RequestRow['provider'],
): Promise<string | null> {
  const [row] = await db
    .select({ account: payment_accounts.account })
    .from(payment_accounts)
    .where(and(eq(payment_accounts.restaurant_id, restaurantId), eq(payment_accounts.provider, provider)))
    .limit(1);
  return row?.account ?? null;
}

export const toAccount = ({
  restaurant_id: _,
  provider_recipient_code: __,
  updated_at: ___,
  deleted_at: ____,
  ...account
}: AccountRow): WithdrawalAccount => account;

export const toRequest = ({
  restaurant_id: _,
  provider_reference: __,
  created_at: ___,
  updated_at: ____,
  ...request
}: RequestRow): WithdrawalRequest => request;
