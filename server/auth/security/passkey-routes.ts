import { PASSKEYS_MAX } from '../../../contract/limits.ts';
import * as contract from '../../../contract/settings/passkey-calls.ts';
import { findUser } from '../accounts.ts';
import { noteAuth } from '../events.ts';
import { keepChallenge, takeChallenge, type Holder } from '../passkeys/challenges.ts';
import { addPasskey, listPasskeys, publicPasskey, removePasskey, renamePasskey } from '../passkeys/store.ts';
import { creationOptions, verifyNew } from '../passkeys/webauthn.ts';
import { proveOwner } from '../prove-owner.ts';
import { announceChange } from '../security-jobs.ts';
import { proveSecondFactor } from '../two-factor.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../../pipeline/handler.ts';

const listing = defineHandler(contract.list, async (c) =>
  (await listPasskeys(c.accounts, c.user.id)).map((row) => publicPasskey(row)),
);

/** A passkey signs in without the password and without a code, so an open session proves neither. */
const beginning = defineHandler(contract.beginRegistration, async (c) => {
  const refused = (await proveOwner(c, c.body.current_password)) ?? (await proveCode(c, c.body.code));
  if (refused) return refused;
  const existing = await listPasskeys(c.accounts, c.user.id);
  if (existing.length >= PASSKEYS_MAX) return refuse('passkeys_full');
  const options = await creationOptions(c.env, c.user, existing);
  await keepChallenge(c.accounts, holderOf(c), { challenge: options.challenge, userId: c.user.id, now: c.now });
  return options;
});

async function proveCode(c: BaseContext, code: string | undefined): Promise<Refusal | null> {
  const user = await findUser(c.accounts, c.user.email);
  const factor = user && (await proveSecondFactor(c, user, code));
  return factor instanceof Refusal ? factor : null;
}

const finishing = defineHandler(contract.finishRegistration, async (c) => {
  const { name, credential } = c.body;
  const challenge = await takeChallenge(c.accounts, holderOf(c), c.now);
  if (challenge === null) return refuse('passkey_expired');
  const key = await verifyNew(c.env, credential, challenge);
  if ('reason' in key) {
    noteAuth(c, 'passkey_refused', c.user.email, key);
    return refuse('passkey_refused');
  }
  return c.inAccounts(async ({ db, enqueue }) => {
    const added = await addPasskey(db, key, { userId: c.user.id, name, now: c.now });
    if (!added) return refuse('passkey_taken');
    await enqueue('mail.passkey', { user_id: c.user.id, what: 'added' });
    await announceChange({ enqueue }, { id: c.user.id, restaurant_id: c.restaurantId }, 'passkey_added');
    noteAuth(c, 'passkey_added', c.user.email);
    return publicPasskey(added);
  });
});

const renaming = defineHandler(contract.rename, async (c) => {
  const renamed = await renamePasskey(c.accounts, { userId: c.user.id, id: c.path.passkeyId, name: c.body.name });
  return renamed ? publicPasskey(renamed) : refuse('not_found');
});

const removing = defineHandler(contract.remove, (c) =>
  c.inAccounts(async ({ db, enqueue }) => {
    if (!(await removePasskey(db, { userId: c.user.id, id: c.path.passkeyId }))) return refuse('not_found');
    await enqueue('mail.passkey', { user_id: c.user.id, what: 'removed' });
    await announceChange({ enqueue }, { id: c.user.id, restaurant_id: c.restaurantId }, 'passkey_removed');
    noteAuth(c, 'passkey_removed', c.user.email);
    return { ok: true as const };
  }),
);

export const passkeyRoutes = [listing, beginning, finishing, renaming, removing] as Handler[];

const holderOf = ({ session }: BaseContext): Holder => ({ purpose: 'add', hash: session.tokenHash });
