import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../contract/payments/setup-calls.ts';
import { payment_accounts } from '../db/schema/providers.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { openStripeAccounts } from '../integrations/payment-providers/stripe/accounts.ts';
import { defineHandlerWithoutTransaction, refuse, type Handler } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../pipeline/services.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { applyAccountState } from './provider-accounts.ts';
import { requestProvider } from './request-provider.ts';

export function stripeSetupRoutes({ pools, env }: Services): Handler[] {
  /** Stripe is asked between the transactions. A crash after its yes is harmless: the key finds the account again. */
  const open = defineHandlerWithoutTransaction(contract.openStripeSetup, async (c) => {
    const { restaurantId } = c;
    if (!env.stripe) return refuse('stripe_not_configured');
    const accounts = openStripeAccounts(env.stripe);
    const inTenant = <T>(mode: 'read' | 'write', run: (db: Tx) => Promise<T>) =>
      withTransaction(pools.app, restaurantId, mode, (client) => run(drizzle(client)));

    const { restaurant, known } = await inTenant('read', async (db) => ({
      restaurant: await loadRestaurant(db, restaurantId),
      known: await findStripeAccount(db, restaurantId),
    }));
    const read = await requestProvider(() =>
      known === null
        ? accounts.create({
            key: restaurantId,
            country: restaurant.country_code ?? 'GB',
            email: restaurant.email || c.user.email,
            name: restaurant.name,
          })
        : accounts.read(known),
    );
    if ('refusal' in read) return read.refusal;
    const state = read.value;
    await inTenant('write', async (db) => {
      const at = c.now.toISOString();
      if (known === null)
        await db
          .insert(payment_accounts)
          .values({
            restaurant_id: restaurantId,
            id: newId(c.now),
            provider: 'stripe',
            status: 'pending',
            account: state.account,
            details: { business_name: restaurant.name },
            mode: env.stripe!.secretKey.includes('_live_') ? 'live' : 'test',
            created_at: at,
            updated_at: at,
          })
          .onConflictDoNothing();
      await applyAccountState(db, { restaurantId, provider: 'stripe', state, at });
    });

    const returnUrl = `${env.publicUrl}/restaurant/settings?tab=wallet`;
    const opened = await requestProvider(() => accounts.openSetup({ account: state.account, returnUrl }));
    if ('refusal' in opened) return opened.refusal;
    return {
      account: state.account,
      client_secret: opened.value.clientSecret,
      publishable_key: env.stripe.publishableKey,
      expires_at: opened.value.expiresAt,
      onboarding_url: opened.value.onboardingUrl,
    };
  });
  return [open];
}

async function findStripeAccount(db: Tx, restaurantId: string): Promise<string | null> {
  const [row] = await db
    .select({ account: payment_accounts.account })
    .from(payment_accounts)
    .where(and(eq(payment_accounts.restaurant_id, restaurantId), eq(payment_accounts.provider, 'stripe')));
  return row?.account ?? null;
}
