import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { sign_in_returns } from '../../db/schema/accounts.ts';
import type { AccountsDb } from '../../db/tx.ts';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import { ATTEMPT_MINUTES, hashOf, makeSecret } from './attempt.ts';

export interface Return {
  provider: SignInProvider;
  state: string;
  browser: string;
}

const endOf = (now: Date) => new Date(now.getTime() + ATTEMPT_MINUTES * 60_000).toISOString();

/** Marks a state as used. False: it was used before. One statement, so that only one of two simultaneous returns continues. */
export async function takeState(db: AccountsDb, { provider, state, browser }: Return, now: Date): Promise<boolean> {
  const added = await db
    .insert(sign_in_returns)
    .values({
      state_hash: hashOf(state),
      provider,
      browser_hash: hashOf(browser),
      code_hash: null,
      claims: null,
      created_at: now.toISOString(),
      expires_at: endOf(now),
    })
    .onConflictDoNothing()
    .returning({ state: sign_in_returns.state_hash });
  return added.length > 0;
}

/** Stores the provider's claims and returns the one-time code for them, valid only in the same browser. */
export async function keepClaims(db: AccountsDb, state: string, claims: ProviderClaims, now: Date): Promise<string> {
  const code = makeSecret();
  await db
    .update(sign_in_returns)
    .set({ code_hash: hashOf(code), claims, expires_at: endOf(now) })
    .where(eq(sign_in_returns.state_hash, hashOf(state)));
  return code;
}

export interface ReturnedSignIn {
  provider: SignInProvider;
  code: string;
  /** Null: this browser began no sign-in. */
  browser: string | null;
}

/** The claims for this code, without using it up. */
export async function readClaims(db: AccountsDb, returned: ReturnedSignIn, now: Date): Promise<ProviderClaims | null> {
  const [row] = await db.select({ claims: sign_in_returns.claims }).from(sign_in_returns).where(isLive(returned, now));
  return row?.claims ?? null;
}

/** Uses up the code and deletes its claims. False: it was used already. */
export async function useCode(db: AccountsDb, returned: ReturnedSignIn, now: Date): Promise<boolean> {
  const used = await db
    .update(sign_in_returns)
    .set({ code_hash: null, claims: null })
    .where(isLive(returned, now))
    .returning({ state: sign_in_returns.state_hash });
  return used.length > 0;
}

const isLive = ({ provider, code, browser }: ReturnedSignIn, now: Date) =>
  and(
    eq(sign_in_returns.code_hash, hashOf(code)),
    eq(sign_in_returns.browser_hash, hashOf(browser ?? '')),
    eq(sign_in_returns.provider, provider),
    isNotNull(sign_in_returns.claims),
    gt(sign_in_returns.expires_at, now.toISOString()),
  );
