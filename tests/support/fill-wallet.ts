import { newId } from '../../server/platform/ids.ts';

interface Owner {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** A sale whose money the provider has released. */
export async function fillWallet(
  owner: Owner,
  restaurantId: string,
  amount: number,
  at: Date,
  currency = 'GBP',
): Promise<void> {
  await owner.query(
    `INSERT INTO ledger_entries (restaurant_id, id, transaction_id, account, entry_type, amount, currency, effective_at, created_at)
     SELECT $1, gen_random_uuid(), $2, account, 'sale', sign * $3::bigint, $4, $5, $5
       FROM (VALUES ('wallet_available', 1), ('sales', -1)) lines (account, sign)`,
    [restaurantId, newId(), amount, currency, at.toISOString()],
  );
}

/** A verified bank account, the default one. */
export async function addBankAccount(owner: Owner, restaurantId: string): Promise<string> {
  const id = newId();
  await owner.query(
    `INSERT INTO withdrawal_accounts (restaurant_id, id, account_type, country_code, currency, bank_name, bank_code, account_name,
            account_number_last4, is_default, status, provider, provider_recipient_code, verified_at, created_at, updated_at)
     VALUES ($1, $2, 'bank', 'GB', 'GBP', 'Harbour Bank', '058', 'Tamarind', '4471', true, 'verified', 'stripe', $3, now(), now(), now())`,
    [restaurantId, id, `ba_${id}`],
  );
  return id;
}
