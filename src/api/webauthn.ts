import type { CreationOptions, NewCredential, RequestOptions, SignedCredential } from '../../contract/auth/webauthn.ts';

/**
 * - `cancelled`: the person closed the browser's dialog, or it timed out.
 * - `added`: this device or security key has a passkey of the account already.
 * - `impossible`: the browser refuses, for example at an address that is not the server's own.
 */
export type PasskeyFailure = 'cancelled' | 'added' | 'impossible';

export type PasskeyResult<T> = { ok: true; credential: T } | { ok: false; why: PasskeyFailure };

/**
 * Asks the browser to create a passkey. The JSON is converted here and not by the browser's own functions: older browsers lack them, and
 * credentials of some password managers have no `toJSON`.
 */
export function createPasskey(options: CreationOptions): Promise<PasskeyResult<NewCredential>> {
  return ask(async () => {
    const found = await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(({ id, type, transports }) => ({
          id: bytesOf(id),
          type,
          ...(transports && { transports: transports as AuthenticatorTransport[] }), // from this call, at an earlier time
        })),
      },
    });
    return convert(found, (response: AuthenticatorAttestationResponse) => ({
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    }));
  });
}

/** Asks the browser to sign in with one of the passkeys that it finds. */
export function signWithPasskey(options: RequestOptions): Promise<PasskeyResult<SignedCredential>> {
  return ask(async () => {
    const found = await navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(options.challenge) },
    });
    return convert(found, (response: AuthenticatorAssertionResponse) => ({
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle && textOf(response.userHandle),
    }));
  });
}

async function ask<T>(run: () => Promise<T | null>): Promise<PasskeyResult<T>> {
  try {
    const credential = await run();
    return credential === null ? { ok: false, why: 'cancelled' } : { ok: true, credential };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { ok: false, why: failures[error.name] ?? 'impossible' };
  }
}

const failures: Record<string, PasskeyFailure> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'added',
};

function convert<R extends AuthenticatorResponse, J>(found: Credential | null, responseOf: (response: R) => J) {
  if (found === null) return null;
  // What the browser answers to options with `publicKey`; the response is of the kind that was asked for.
  const { rawId, response } = found as PublicKeyCredential;
  const id = textOf(rawId);
  return { id, rawId: id, type: 'public-key' as const, response: responseOf(response as R) };
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
