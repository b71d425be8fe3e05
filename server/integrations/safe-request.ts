import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isPublicName } from '../../contract/chatbot/web-address.ts';
import { isPublicAddress } from './public-address.ts';

/** Why a request to an address that somebody entered was not made or has no result. */
export class UnsafeAddress extends Error {}
export class NoResult extends Error {}

export interface SafeRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
}

export interface SafeReply {
  status: number;
  body: Buffer;
}

export interface Reach {
  /** All addresses of a host name. */
  resolve(host: string): Promise<string[]>;
  isAllowed(address: string): boolean;
  /** Plain http and any port; for tests only. */
  allowsHttp: boolean;
}

const WAIT_MS = 5_000;
const BODY_BYTES = 1_000_000;

/** The internet without what belongs to a network of our own. */
export const publicReach: Reach = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  allowsHttp: false,
};

/** Why an address cannot be used, before any request; null: it may be. A name is resolved only when it is used. */
export function refuseAddress(address: string, reach: Reach = publicReach): string | null {
  if (!URL.canParse(address)) return 'Enter a valid address, such as https://delivery.example.com';
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(reach.allowsHttp && url.protocol === 'http:'))
    return 'The address must begin with https://';
  if (url.username || url.password) return 'The address must not contain a name or password';
  if (url.port && !reach.allowsHttp) return 'The address must not name a port';
  const host = hostOf(url);
  if (isIP(host) ? !reach.isAllowed(host) : !reach.allowsHttp && !isPublicName(host))
    return 'This address is not on the public internet';
  return null;
}

/**
 * Makes one request to an address that somebody entered. The name is resolved once, every address of it must be public, and the connection
 * goes to the checked address, so that a name that changes meanwhile leads nowhere else. Redirects are not followed.
 */
export async function requestSafely(
  address: string,
  { method, headers = {}, body }: SafeRequest,
  reach: Reach = publicReach,
): Promise<SafeReply> {
  const refusal = refuseAddress(address, reach);
  if (refusal) throw new UnsafeAddress(refusal);
  const url = new URL(address);
  const host = hostOf(url);
  const found = isIP(host)
    ? [host]
    : await reach.resolve(host).catch(() => {
        throw new NoResult('The name is not known');
      });
  const [first] = found;
  if (first === undefined) throw new NoResult('The name is not known');
  if (!found.every((one) => reach.isAllowed(one)))
    throw new UnsafeAddress('This address is not on the public internet');
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls : requestPlain;
    const timeout = AbortSignal.timeout(WAIT_MS);
    const sent = request(
      url,
      {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
        signal: timeout,
        // A connection that is kept could lead to an address of an earlier check.
        agent: false,
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address: first, family: isIP(first) }]) : done(null, first, isIP(first)),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > BODY_BYTES) return response.destroy(new Error('The answer is too long'));
          chunks.push(chunk);
          return undefined;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
        response.on('error', () => reject(new NoResult('No whole answer')));
      },
    );
    sent.on('error', () =>
      reject(new NoResult(timeout.aborted ? 'No answer in time' : 'The address cannot be reached')),
    );
    sent.end(body);
  });
}
