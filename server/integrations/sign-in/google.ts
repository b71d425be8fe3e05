import * as client from 'openid-client';
import { claimsOf } from './claims.ts';
import { failureOf } from './failure.ts';
import type { Provider, SignInAttempt } from './provider.ts';
import * as z from 'zod/mini';
import { allOrNone, bare, service, settingsOf } from '../../platform/setting.ts';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Without a trailing slash. */
  issuer: string;
}

export const google = settingsOf(
  {
    GOOGLE_CLIENT_ID: z.optional(z.string()),
    GOOGLE_CLIENT_SECRET: z.optional(z.string()),
    GOOGLE_ISSUER: service('https://accounts.google.com'),
  },
  ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }): GoogleSettings | null => {
    const given = allOrNone({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
    return (
      given && {
        clientId: given.GOOGLE_CLIENT_ID,
        clientSecret: given.GOOGLE_CLIENT_SECRET,
        issuer: bare(GOOGLE_ISSUER),
      }
    );
  },
);

const WAIT_SECONDS = 5;
const METADATA_MS = 60 * 60_000;

/** Google, or another OpenID Connect provider: the code flow with PKCE, state and nonce. */
export function openGoogle({ clientId, clientSecret, issuer }: GoogleSettings): Provider {
  const isPlain = issuer.startsWith('http:');
  let known: { metadata: client.ServerMetadata; at: number } | null = null;

  let discovery: Promise<client.ServerMetadata> | null = null;

  /** A failure is not cached, so the next person asks again. Concurrent callers share one request. */
  async function metadata(): Promise<client.ServerMetadata> {
    if (known && Date.now() - known.at < METADATA_MS) return known.metadata;
    return (discovery ??= discover().finally(() => (discovery = null)));
  }

  async function discover(): Promise<client.ServerMetadata> {
    const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: WAIT_SECONDS,
      ...(isPlain && { execute: [client.allowInsecureRequests] }),
    });
    known = { metadata: found.serverMetadata(), at: Date.now() };
    return known.metadata;
  }

  async function configure(): Promise<client.Configuration> {
    // Created each time: it caches the provider's keys and would not look for a new one for a minute.
    const config = new client.Configuration(await metadata(), clientId, clientSecret);
    config.timeout = WAIT_SECONDS;
    if (isPlain) client.allowInsecureRequests(config);
    // Otherwise the library relies on TLS and does not verify the id token's signature.
    client.enableNonRepudiationChecks(config);
    return config;
  }

  return {
    name: 'google',
    async signInUrl({ state, nonce, verifier, redirectUri }) {
      const config = await configure().catch(() => null);
      if (!config) return null;
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // On a shared tablet, do not assume the person who was last signed in at the provider.
        prompt: 'select_account',
      }).href;
    },
    async exchange({ state, nonce, verifier, redirectUri }, returned) {
      try {
        const config = await configure();
        const tokens = await client.authorizationCodeGrant(config, addressOf(redirectUri, returned), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) return { kind: 'refused', reason: 'no_id_token' };
        const more = token['email'] === undefined ? await userInfo(config, tokens.access_token, token.sub) : {};
        return { kind: 'claims', claims: claimsOf({ ...more, ...token }) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** Some providers return the address only here. The answer must be about the same subject. */
async function userInfo(config: client.Configuration, accessToken: string, subject: string): Promise<object> {
  if (!config.serverMetadata().userinfo_endpoint) return {};
  return client.fetchUserInfo(config, accessToken, subject).catch(() => ({}));
}

/**
 * Our own callback address with the returned query. The library takes the redirect address from it, so it must not come from a request's
 * host.
 */
function addressOf(redirectUri: SignInAttempt['redirectUri'], returned: URLSearchParams): URL {
  const url = new URL(redirectUri);
  url.search = String(returned);
  return url;
}
