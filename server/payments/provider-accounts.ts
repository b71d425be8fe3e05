import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { providerOrder } from '../../contract/payments/providers.ts';
import type { OnlineProvider } from '../../contract/payments/providers.ts';
import { payment_accounts } from '../db/schema/providers.ts';
import type { AccountState } from '../integrations/payment-providers/provider.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { recencyOf, type StateTime, type Recency } from './event-time.ts';

export interface ProviderAccount {
  id: string;
  provider: OnlineProvider;
  /** The provider's id. */
  account: string;
  /** What the platform keeps of a payment by agreement with this restaurant, in basis points. */
  feeBp: number;
}

/**
 * The account that takes the restaurant's online payments: active and verified, of several providers the one for its country. Null: there is
 * none.
 */
export async function findProviderAccount(db: Tx, restaurantId: string): Promise<ProviderAccount | null> {
  const found = await db
    .select({
      id: payment_accounts.id,
      provider: payment_accounts.provider,
      account: payment_accounts.account,
      details: payment_accounts.details,
    })
    .from(payment_accounts)
    .where(
      and(
        eq(payment_accounts.restaurant_id, restaurantId),
        eq(payment_accounts.status, 'verified'),
        eq(payment_accounts.is_active, true),
        isNotNull(payment_accounts.account),
      ),
    )
    .orderBy(desc(payment_accounts.created_at), desc(payment_accounts.id));
  if (found.length === 0) return null;
  const { country_code: countryCode } = await loadRestaurant(db, restaurantId);
  for (const provider of providerOrder(countryCode)) {
    const one = found.find((candidate) => candidate.provider === provider);
    if (one?.account)
      return { id: one.id, provider, account: one.account, feeBp: Number(one.details.percentage_charge_bp ?? 0) };
  }
  return null;
}

interface AccountChange extends StateTime {
  restaurantId: string;
  provider: OnlineProvider;
  state: AccountState;
}

/**
 * Stores what the provider says of an account: verified, or broken with its reason; without a reason it is still being set up. Only newer news
 * is stored. `unknown`: the restaurant has no such account.
 */
export async function applyAccountState(
  db: Tx,
  { restaurantId, provider, state, at, isEvent }: AccountChange,
): Promise<Recency | 'unknown'> {
  const mine = and(
    eq(payment_accounts.restaurant_id, restaurantId),
    eq(payment_accounts.provider, provider),
    eq(payment_accounts.account, state.account),
  );
  const [known] = await db.select().from(payment_accounts).where(mine).for('update');
  if (!known) return 'unknown';
  const recency = recencyOf(known.checked_at, { at, isEvent });
  if (recency !== 'newer') return recency;
  const status = state.isReady ? 'verified' : state.reason === null ? 'pending' : 'broken';
  await db
    .update(payment_accounts)
    .set({ status, reason: state.isReady ? null : state.reason, checked_at: at, updated_at: at })
    .where(mine);
  return 'newer';
}
