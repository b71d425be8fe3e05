import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { sign_in_returns } from '../../db/schema.ts';
import type { AccountsDb } from '../../pipeline/handler.ts';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import { ATTEMPT_MINUTES, hashOf, makeSecret } from './attempt.ts';

export interface Return {
  provider: SignInProvider;
  state: string;
  browser: string;
}

const endOf = (now: Date) => new Date(now.getTime() + ATTEMPT_MINUTES * 60_000).toISOString();

/** Takes a state as used. False: it came back before. One statement, so that of two at the same moment one goes on. */
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

/** Keeps what the provider said and answers the one-time code that leads to it, in the same browser alone. */
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
  /** Null: this browser began nothing. */
  browser: string | null;
}

/** What waits for this code, without using it up. */
export async function readClaims(db: AccountsDb, shown: ReturnedSignIn, now: Date): Promise<ProviderClaims | null> {
  const [row] = await db.select({ claims: sign_in_returns.claims }).from(sign_in_returns).where(isLive(shown, now));
  return row?.claims ?? null;
}

/** Uses the code up. False: somebody was first. What the provider said is not needed any more. */
export async function useCode(db: AccountsDb, shown: ReturnedSignIn, now: Date): Promise<boolean> {
  const used = await db
    .update(sign_in_returns)
    .set({ code_hash: null, claims: null })
    .where(isLive(shown, now))
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
