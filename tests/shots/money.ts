import { ownerPool } from '../e2e/database.ts';
import type { Galley } from '../e2e/galley.ts';
import { addBankAccount, fillWallet } from '../support/fill-wallet.ts';
import { connectProvider } from '../support/fake-provider.ts';

const DAY = 24 * 60 * 60_000;

/** The only restaurant takes payments: money in its wallet, a bank account, withdrawals that went through and that failed. */
export async function fillMoney(galley: Galley): Promise<void> {
  const owner = ownerPool(galley);
  const { rows } = await owner.query<{ restaurant_id: string }>(
    'SELECT restaurant_id FROM restaurants ORDER BY created_at LIMIT 1',
  );
  const id = rows[0]!.restaurant_id;
  const now = Date.now();
  await connectProvider(owner, id, { account: 'acct_shots' });
  for (let day = 1; day <= 12; day++) await fillWallet(owner, id, 18_000 + day * 731, new Date(now - day * DAY));
  const account = await addBankAccount(owner, id);
  const past = [
    { days: 9, amount: 40_000, status: 'paid', failure: null },
    { days: 5, amount: 25_000, status: 'failed', failure: 'The bank says that this account is closed.' },
    { days: 2, amount: 60_000, status: 'paid', failure: null },
    { days: 0, amount: 30_000, status: 'processing', failure: null },
  ];
  for (const { days, amount, status, failure } of past) {
    const at = new Date(now - days * DAY).toISOString();
    await owner.query(
      `INSERT INTO withdrawal_requests (restaurant_id, id, reference, withdrawal_account_id, account_label, amount, fee_amount, net_amount,
              currency, status, failure_code, failure_message, provider, requested_by, requested_at, processed_at, paid_at, failed_at,
              expected_arrival_on, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'Harbour Bank ···4471', $4::bigint, 25, $4::bigint - 25, 'GBP', $5::text, $6::text, $7, 'stripe', NULL, $8::timestamptz, $8::timestamptz,
               CASE WHEN $5::text = 'paid' THEN $8::timestamptz END, CASE WHEN $5::text = 'failed' THEN $8::timestamptz END,
               ($8::timestamptz + interval '2 days')::date, $8::timestamptz, $8::timestamptz)`,
      [id, `GW-${days}`, account, amount, status, failure && 'account_closed', failure, at],
    );
  }
  await owner.end();
}
