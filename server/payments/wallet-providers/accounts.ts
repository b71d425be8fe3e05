import { and, eq } from 'drizzle-orm';
import { isHosted, onlineProviders, providerOrder } from '../../../contract/payments/providers.ts';
import type { WalletProvider, WalletProviderName } from '../../../contract/settings/wallet-provider-calls.ts';
import { payment_accounts } from '../../db/schema/providers.ts';
import type { Env } from '../../env.ts';
import type { PaymentProviders } from '../../integrations/payment-providers/open-providers.ts';
import type { Tx } from '../../db/tx.ts';

export type PaymentAccount = typeof payment_accounts.$inferSelect;

export const readAccounts = (db: Tx, restaurantId: string): Promise<PaymentAccount[]> =>
  db.select().from(payment_accounts).where(eq(payment_accounts.restaurant_id, restaurantId));

export async function findAccount(
  db: Tx,
  restaurantId: string,
  provider: WalletProviderName,
): Promise<PaymentAccount | null> {
  const [row] = await db.select().from(payment_accounts).where(ofProvider(restaurantId, provider)).for('update');
  return row ?? null;
}

/** Replaces the restaurant's account at this provider. */
export async function saveAccount(db: Tx, account: PaymentAccount): Promise<void> {
  const { restaurant_id: _, provider: __, id: ___, created_at: ____, ...fields } = account;
  await db
    .insert(payment_accounts)
    .values(account)
    .onConflictDoUpdate({ target: [payment_accounts.restaurant_id, payment_accounts.provider], set: fields });
}

/** Null: there was none. */
export async function deleteAccount(
  db: Tx,
  restaurantId: string,
  provider: WalletProviderName,
): Promise<PaymentAccount | null> {
  const [row] = await db.delete(payment_accounts).where(ofProvider(restaurantId, provider)).returning();
  return row ?? null;
}

const ofProvider = (restaurantId: string, provider: WalletProviderName) =>
  and(eq(payment_accounts.restaurant_id, restaurantId), eq(payment_accounts.provider, provider));

interface Shown {
  accounts: readonly PaymentAccount[];
  providers: PaymentProviders;
  env: Pick<Env, 'publicUrl' | 'platformFeeBp'>;
  countryCode: string | null;
}

/** All providers as the settings show them. */
export const toWalletProviders = ({ accounts, providers, env, countryCode }: Shown): WalletProvider[] => {
  const isReady = (name: WalletProviderName) =>
    accounts.some(({ provider, status, is_active }) => provider === name && status === 'verified' && is_active);
  const taking = providerOrder(countryCode).find(isReady);
  return onlineProviders.map((provider) => {
    const account = accounts.find((one) => one.provider === provider);
    return {
      provider,
      is_available: !isHosted(provider) || providers[provider] !== null,
      is_double: isHosted(provider) && providers[provider]?.isDouble === true,
      status: account?.status ?? 'not_configured',
      reason: account?.reason ?? null,
      // Galley opens no page of a custom gateway.
      takes_payments: provider === taking && isHosted(provider),
      platform_fee_bp: env.platformFeeBp,
      details: account ? detailsOf(account, env) : {},
      checked_at: account?.checked_at ?? null,
    };
  });
};

const detailsOf = (account: PaymentAccount, env: Pick<Env, 'publicUrl'>): WalletProvider['details'] =>
  account.provider === 'custom'
    ? {
        ...account.details,
        secret_last4: account.secret_last4,
        webhook_url: webhookUrlOf(env, account.id),
        is_active: account.is_active,
        mode: account.mode,
      }
    : account.details;

export const webhookUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>, accountId: string): string =>
  `${publicUrl}/backend/webhooks/custom/${accountId}`;
