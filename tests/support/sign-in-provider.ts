import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Events, OAuth2Server, type MutableToken } from 'oauth2-mock-server';

type Claims = Record<string, unknown>;

/** An independent OpenID provider: oauth2-mock-server on its own port. Everyone who is sent there is signed in at once. */
export interface SignInProvider {
  server: OAuth2Server;
  issuer: string;
  /** The settings that enable it. */
  settings: Record<string, string>;
  /** Sets who signs in from now on. */
  setClaims(claims: Claims): void;
  /** Modifies the next id token before it is signed. */
  spoils(spoil: (token: MutableToken) => void): void;
  close(): Promise<void>;
}

export const CLIENT_ID = 'galley-client';

export async function startGoogle(): Promise<SignInProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = server.issuer.url!;
  let claims: Claims = {};
  let spoil: ((token: MutableToken) => void) | null = null;
  server.service.on(Events.BeforeTokenSigning, (token: MutableToken) => {
    Object.assign(token.payload, claims);
    // The access token is signed first and has no audience.
    if (token.payload['aud'] === undefined) return;
    spoil?.(token);
    spoil = null;
  });
  return {
    server,
    issuer,
    settings: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: 'a secret', GOOGLE_ISSUER: issuer },
    setClaims: (next) => void (claims = next),
    spoils: (next) => void (spoil = next),
    close: () => server.stop(),
  };
}

/** A request to the Graph API's `me`. */
interface TokenRequest {
  token: string | null;
  proof: string | null;
}

/** The same server at Facebook's addresses, with the Graph API's `me`. */
export async function startFacebook(): Promise<
  Pick<SignInProvider, 'settings' | 'setClaims' | 'close'> & { requests: TokenRequest[] }
> {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/v26.0/dialog/oauth', token: '/v26.0/oauth/access_token' },
  });
  await server.issuer.keys.generate('RS256');
  let claims: Claims = {};
  const requests: TokenRequest[] = [];
  server.service.addRoute('GET', '/v26.0/me', (request, response) => {
    requests.push({
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      proof: new URL(request.url ?? '', 'http://graph').searchParams.get('appsecret_proof'),
    });
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(claims));
  });
  await server.start(0, '127.0.0.1');
  const url = server.issuer.url!;
  return {
    settings: { FACEBOOK_APP_ID: '4711', FACEBOOK_APP_SECRET: 'app secret', FACEBOOK_URL: url, META_GRAPH_URL: url },
    setClaims: (next) => void (claims = next),
    requests,
    close: () => server.stop(),
  };
}

/** A server that accepts connections and never answers. */
export async function startSilence(): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
