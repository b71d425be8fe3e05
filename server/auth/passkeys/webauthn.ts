import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '../../../contract/auth/webauthn.ts';
import type { Env } from '../../env.ts';
import { CHALLENGE_MS } from './challenges.ts';
import type { PasskeyRow } from './store.ts';

// Loaded at the first passkey: with its parsers of certificates it takes a third of a second.
const load = () => import('@simplewebauthn/server');

type OwnAddress = Pick<Env, 'publicUrl'>;

/** Where passkeys belong to: always the setting, never the request's host. In development that is localhost. */
function relyingParty({ publicUrl }: OwnAddress): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** What authenticators know an account by. */
export const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

export async function creationOptions(
  env: OwnAddress,
  user: { id: string; email: string; name: string | null },
  existing: PasskeyRow[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await load();
  const made = await generateRegistrationOptions({
    rpName: 'Galley',
    rpID: relyingParty(env).rpId,
    userID: new Uint8Array(userHandle(user.id)),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    timeout: CHALLENGE_MS,
  });
  return {
    challenge: made.challenge,
    rp: { id: relyingParty(env).rpId, name: made.rp.name },
    user: made.user,
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports,
    })),
    // Discoverable, so that signing in needs no e-mail address.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

export async function requestOptions(env: OwnAddress): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await load();
  const { rpId } = relyingParty(env);
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
}

export interface VerifiedKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
}

/** The key of a new credential, or why it is refused. */
export async function verifyNew(
  env: OwnAddress,
  credential: NewCredential,
  challenge: string,
): Promise<VerifiedKey | { reason: string }> {
  const { verifyRegistrationResponse } = await load();
  const { rpId, origin } = relyingParty(env);
  try {
    await refuseCertificates(credential);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'], // its transports are any texts
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (!verified) return { reason: 'The attestation is wrong' };
    const { credential: key, credentialBackedUp } = registrationInfo;
    return {
      credentialId: key.id,
      publicKey: Buffer.from(key.publicKey),
      counter: key.counter,
      transports: credential.response.transports ?? [],
      isBackedUp: credentialBackedUp,
    };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/**
 * We ask for no attestation, so browsers send no certificates. Whoever sends some would have them checked: that fetches revocation lists from
 * addresses that the certificates name.
 */
async function refuseCertificates({ response }: NewCredential): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
  const isSelfMade = format === 'none' || (format === 'packed' && statement.get('x5c') === undefined);
  if (!isSelfMade) throw new Error(`An attestation of the format ${format} was not asked for`);
}

export interface VerifiedUse {
  counter: number;
  isBackedUp: boolean;
}

/** Checks what a passkey signed, except its counter (store.ts), or says why it is refused. */
export async function verifySigned(
  env: OwnAddress,
  credential: SignedCredential,
  { challenge, passkey }: { challenge: string; passkey: PasskeyRow },
): Promise<VerifiedUse | { reason: string }> {
  const { verifyAuthenticationResponse } = await load();
  const { rpId, origin } = relyingParty(env);
  const { userHandle: handle, ...response } = credential.response;
  if (handle !== userHandle(passkey.user_id).toString('base64url')) return { reason: 'The user handle is wrong' };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return { reason: 'The signature is wrong' };
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

// The messages contain what was sent, so the log gets a bounded part without line breaks.
const reasonOf = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
