import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../contract/withdrawals/calls.ts';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { PaymentProvider } from '../integrations/payment-providers/provider.ts';
import { inSpace } from '../jobs/in-space.ts';
import { findProviderAccount } from '../payments/provider-accounts.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  Refusal,
  refuse,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { isId, newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { requestProvider } from './request-provider.ts';
import { proveOwner } from '../auth/prove-owner.ts';
import {
  clearDefault,
  findAccountRow,
  findOpenRequest,
  insertAccount,
  listAccountRows,
  toAccount,
  updateAccount,
  type AccountRow,
} from './store.ts';

/** A restaurant has one or two. */
const ACCOUNTS_MAX = 10;

interface Side {
  client: PaymentProvider;
  /** The restaurant's account at the provider. */
  account: string;
  country: string;
  currency: string;
}

/** Account numbers pass through here to the provider. They are in no row, log line, job or answer. */
export function accountRoutes({ pools, providers }: Services): Handler[] {
  const list = defineHandler(contract.listAccounts, async (c) =>
    (await listAccountRows(c.db, c.restaurantId)).map(toAccount),
  );

  const listBanks = defineHandlerWithoutTransaction(contract.listBanks, async (c) => {
    const side = await sideOf(c);
    return side instanceof Refusal ? side : requestProvider(side.client.listBanks(side.country));
  });

  const resolve = defineHandlerWithoutTransaction(contract.resolveAccount, async (c) => {
    const side = (await countEntry(c)) ?? (await sideOf(c));
    if (side instanceof Refusal) return side;
    const found = await requestProvider(side.client.resolveBankAccount(bankOf(side, c.body)));
    return found instanceof Refusal ? found : { account_name: found?.account_name ?? null };
  });

  const add = defineHandlerWithoutTransaction(contract.addAccount, async (c) => {
    const refused = (await countEntry(c)) ?? (await proveOwner(c, c.body.password));
    if (refused) return refused;
    const side = await sideOf(c);
    if (side instanceof Refusal) return side;
    const bank = bankOf(side, c.body);
    const resolved = await requestProvider(side.client.resolveBankAccount(bank));
    if (resolved instanceof Refusal) return resolved;
    const name = resolved?.account_name ?? c.body.account_name;
    const recipient = await requestProvider(side.client.addRecipient(side.account, { ...bank, name }));
    if (recipient instanceof Refusal) return recipient;

    const at = c.now.toISOString();
    const { result } = await inSpace(pools.app, c.session.restaurantId, async ({ db }) => {
      const rows = await listAccountRows(db, c.session.restaurantId);
      // The answer of the first try was lost: the provider has it once.
      const present = rows.find(({ provider_recipient_code: code }) => code === recipient.reference);
      if (present) return present;
      if (rows.length >= ACCOUNTS_MAX)
        return refuse('invalid_fields', {
          field_errors: { account_number: `There are ${ACCOUNTS_MAX} already: remove one first` },
        });
      const row: AccountRow = {
        restaurant_id: c.session.restaurantId,
        id: newId(c.now),
        account_type: c.body.account_type ?? 'bank',
        country_code: side.country,
        currency: side.currency,
        bank_name: recipient.bankName || (c.body.bank_name?.trim() ?? ''),
        bank_code: c.body.bank_code,
        account_name: recipient.accountName || name,
        account_number_last4: c.body.account_number.slice(-4),
        is_default: rows.length === 0 || c.body.is_default === true,
        status: recipient.status,
        rejection_reason: recipient.status === 'rejected' ? 'The provider does not pay out to this account.' : null,
        provider: side.client.name,
        provider_recipient_code: recipient.reference,
        verified_at: recipient.status === 'verified' ? at : null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      if (row.is_default) await clearDefault(db, c.session.restaurantId, at);
      await insertAccount(db, row);
      return row;
    });
    if (result instanceof Refusal) return result;
    c.note('withdrawals.account_added', { account_id: result.id });
    return toAccount(result);
  });

  return [list, listBanks, resolve, add, makeDefault, remove];

  /** Where this restaurant's bank accounts are registered. */
  function sideOf({ session }: BaseContext): Promise<Side | Refusal> {
    return withTransaction(pools.app, session.restaurantId, 'read', async (client) => {
      const db = drizzle(client);
      const found = await findProviderAccount(db, session.restaurantId);
      const provider = found && found.provider !== 'custom' ? providers[found.provider] : null;
      const { country_code: country, currency } = await loadRestaurant(db, session.restaurantId);
      if (!found || !provider || country === null) return refuse('payments_not_set_up');
      return { client: provider, account: found.account, country, currency };
    });
  }
}

/** Each entry asks the provider. */
async function countEntry(c: BaseContext): Promise<Refusal | null> {
  const exceeded = await take(c.accounts, limits.bankAccountChecks, c.session.restaurantId, c.now);
  return exceeded && refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}

const bankOf = ({ country, currency }: Side, body: { bank_code: string; account_number: string }) => ({
  bankCode: body.bank_code,
  accountNumber: body.account_number,
  country,
  currency,
});

const makeDefault = defineHandler(contract.makeDefault, async (c) => {
  const row = await findPresent(c, c.path.id);
  if (!row) return refuse('not_found');
  const at = c.now.toISOString();
  await clearDefault(c.db, c.restaurantId, at);
  await updateAccount(c.db, c.restaurantId, row.id, { is_default: true, updated_at: at });
  return toAccount({ ...row, is_default: true });
});

/** The provider forgets it in a job. */
const remove = defineHandler(contract.removeAccount, async (c) => {
  const row = await findPresent(c, c.path.id);
  if (!row) return refuse('not_found');
  const open = await findOpenRequest(c.db, c.restaurantId);
  if (open?.withdrawal_account_id === row.id) return refuse('account_in_use');
  const at = c.now.toISOString();
  await updateAccount(c.db, c.restaurantId, row.id, { is_default: false, deleted_at: at, updated_at: at });
  const [next] = await listAccountRows(c.db, c.restaurantId);
  if (row.is_default && next) await updateAccount(c.db, c.restaurantId, next.id, { is_default: true, updated_at: at });
  await c.enqueue('withdrawals.forget_account', { restaurant_id: c.restaurantId, account_id: row.id });
  c.note('withdrawals.account_removed', { account_id: row.id });
  return { ok: true as const };
});

async function findPresent(c: BaseContext, id: string): Promise<AccountRow | null> {
  const row = isId(id) ? await findAccountRow(c.db, c.restaurantId, id) : null;
  return row && !row.deleted_at ? row : null;
}
