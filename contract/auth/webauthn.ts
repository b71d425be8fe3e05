import * as z from 'zod/mini';

/**
 * The JSON forms of WebAuthn, as far as passkeys need them: what the browser's `parseCreationOptionsFromJSON` and
 * `parseRequestOptionsFromJSON` read, and what `toJSON` of a credential writes. Other fields of a credential are dropped.
 */
const base64url = (max: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(max));

export const CREDENTIAL_ID_MAX = 1400;
const CredentialId = base64url(CREDENTIAL_ID_MAX).check(z.minLength(1));
const transports = z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,32}$/))).check(z.maxLength(10)));

/** Options to create a passkey on this device or a security key. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The account's passkeys, so that no device gets two. */
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** Options to sign in. They name no account: the device offers the passkeys that it has. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

const credentialOf = <R extends z.ZodMiniType>(response: R) =>
  z.object({ id: CredentialId, rawId: CredentialId, type: z.literal('public-key'), response });

/** A new passkey, with its public key. */
export const NewCredential = credentialOf(
  z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(8000), transports }),
);
export type NewCredential = z.infer<typeof NewCredential>;

/** What a passkey signed. `userHandle`: the account that it was created for. */
export const SignedCredential = credentialOf(
  z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: z.nullish(base64url(100)),
  }),
);
export type SignedCredential = z.infer<typeof SignedCredential>;
