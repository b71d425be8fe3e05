import { beginPasskey, finishPasskey } from '../../../contract/auth/calls.ts';
import { clear, giveBack, take, type Exceeded } from '../../db/rate-limits.ts';
import { networkOf } from '../../http/address.ts';
import { defineHandler, refuse, type BaseContext } from '../../pipeline/handler.ts';
import { noteAuth } from '../events.ts';
import { limits } from '../../pipeline/limits.ts';
import { hashOf, makeSecret } from '../provider/attempt.ts';
import { recordFailedSignIn, recordSignIn } from '../sign-in-history.ts';
import { enter } from '../enter.ts';
import { tooMany } from '../too-many.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, noteUse } from './store.ts';
import { requestOptions, verifySigned } from './webauthn.ts';

/** Names no account, so that nobody learns which ones exist. */
export const beginning = defineHandler(beginPasskey, async (c) => {
  const token = makeSecret();
  const options = await requestOptions(c.env);
  await keepChallenge(
    c.accounts,
    { purpose: 'sign_in', hash: hashOf(token) },
    { challenge: options.challenge, userId: null, now: c.now },
  );
  return { token, options };
});

/**
 * Signs in by what a passkey signed. The authenticator has verified the person, so this is both factors and no code is asked for. Attempts
 * are counted before anything is checked.
 */
export const finishing = defineHandler(finishPasskey, async (c) => {
  const { token, credential, device_name } = c.body;
  const exceeded = await countAttempt(c, credential.id);
  if (exceeded) return tooMany(c, null, exceeded);
  const challenge = await takeChallenge(c.accounts, { purpose: 'sign_in', hash: hashOf(token) }, c.now);
  if (challenge === null) {
    noteAuth(c, 'passkey_refused', null, { reason: 'The challenge is unknown, used or expired' });
    return refuse('passkey_expired');
  }
  const found = await findPasskey(c.accounts, credential.id);
  if (!found) {
    noteAuth(c, 'passkey_unknown', null);
    return refuse('passkey_unknown');
  }
  const { passkey, user } = found;
  const { email } = user;
  const attempt = { method: 'passkey', deviceName: device_name } as const;
  const verified = await verifySigned(c.env, credential, { challenge, passkey });
  if ('reason' in verified) {
    noteAuth(c, 'passkey_refused', email, verified);
    await recordFailedSignIn(c, { ...attempt, email, outcome: 'passkey_refused' });
    return refuse('passkey_refused');
  }
  return c.inAccounts(async ({ db, enqueue }) => {
    if (!(await noteUse(db, passkey, { ...verified, now: c.now }))) {
      noteAuth(c, 'passkey_refused', email, { reason: 'The counter did not rise', counter: verified.counter });
      await recordFailedSignIn(c, { ...attempt, email, outcome: 'passkey_refused' });
      return refuse('passkey_refused');
    }
    await giveBack(db, limits.passkeyByIp, networkOf(c.address));
    await clear(db, limits.passkeyByCredential, credential.id);
    await recordSignIn({ db, enqueue }, c, { ...attempt, user });
    noteAuth(c, 'login', email, { passkey: true });
    return enter(db, c, { user, deviceName: device_name });
  });
});

const countAttempt = async ({ accounts, address, now }: BaseContext, credentialId: string): Promise<Exceeded> =>
  (await take(accounts, limits.passkeyByIp, networkOf(address), now)) ??
  (await take(accounts, limits.passkeyByCredential, credentialId, now));
