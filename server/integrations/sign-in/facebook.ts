import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { emailOf, nameOf } from './claims.ts';
import { failureOf } from './failure.ts';
import type { Provider } from './provider.ts';
import { allOrNone, bare, service, settingsOf } from '../../platform/setting.ts';
import { graph } from '../graph.ts';

export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** Where people sign in, and the issuer of its subjects. Without a trailing slash, like the next one. */
  url: string;
  graphUrl: string;
  /** "v26.0". */
  graphVersion: string;
}

export const facebook = settingsOf(
  {
    ...graph.shape,
    FACEBOOK_APP_ID: z.optional(z.string()),
    FACEBOOK_APP_SECRET: z.optional(z.string()),
    FACEBOOK_URL: service('https://www.facebook.com'),
  },
  ({ FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_URL, ...meta }): FacebookSettings | null => {
    const given = allOrNone({ FACEBOOK_APP_ID, FACEBOOK_APP_SECRET });
    if (!given) return null;
    const { url: graphUrl, version: graphVersion } = graph.read(meta);
    return {
      appId: given.FACEBOOK_APP_ID,
      appSecret: given.FACEBOOK_APP_SECRET,
      url: bare(FACEBOOK_URL),
      graphUrl,
      graphVersion,
    };
  },
);

const WAIT_SECONDS = 5;

/**
 * Facebook: OAuth 2 with PKCE and state, and the person from the Graph API. It does not tell whether an address was verified, so its
 * addresses never count as verified (decision 038).
 */
export function openFacebook({ appId, appSecret, url, graphUrl, graphVersion }: FacebookSettings): Provider {
  const config = new client.Configuration(
    {
      issuer: url,
      authorization_endpoint: `${url}/${graphVersion}/dialog/oauth`,
      token_endpoint: `${graphUrl}/${graphVersion}/oauth/access_token`,
    },
    appId,
    appSecret,
  );
  config.timeout = WAIT_SECONDS;
  if (graphUrl.startsWith('http:')) client.allowInsecureRequests(config);

  /** `appsecret_proof` shows that the caller has the app's secret, so a stolen token, or one of another app, is useless here. */
  async function me(accessToken: string): Promise<z.infer<typeof Me>> {
    const address = new URL(`${graphUrl}/${graphVersion}/me`);
    address.searchParams.set('fields', 'id,name,email');
    address.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(accessToken).digest('hex'));
    const answer = await client.fetchProtectedResource(config, accessToken, address, 'GET');
    if (!answer.ok) throw Object.assign(new Error('Facebook does not say who it is'), { status: answer.status });
    return Me.parse(await answer.json());
  }

  return {
    name: 'facebook',
    async signInUrl({ state, verifier, redirectUri }) {
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'email,public_profile',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async exchange({ state, verifier, redirectUri }, returned) {
      try {
        const address = new URL(redirectUri);
        address.search = String(returned);
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token } = await client.authorizationCodeGrant(config, address, checks);
        const { id, name, email } = await me(access_token);
        return {
          kind: 'claims',
          claims: {
            issuer: url,
            subject: id,
            email: emailOf(email),
            name: nameOf(name),
            isEmailVerified: false,
            isMailboxKeeper: false,
          },
        };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

const Me = z.object({
  id: z.string().check(z.regex(/^\d{1,40}$/)),
  name: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
});
