import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { faultOfWebAddress, hostOf } from '../../contract/chatbot/web-address.ts';
import { isPublicAddress } from './public-address.ts';

/** Why an address is not fetched, in words for the owner. */
export class UnsafeAddress extends Error {
  override name = 'UnsafeAddress';
}

const NOT_PUBLIC = 'This address is not on the public internet';
const BYTES_MAX = 2 * 1024 * 1024;
const WAIT_MS = 5_000;
const REDIRECTS_MAX = 3;

/** What is wrong with an address as written, in words; null: nothing. The network is not asked. */
export const checkAddress = (text: string): string | null => faultOfWebAddress(URL.parse(text), isPublicAddress);

export type Resolve = (host: string) => Promise<string[]>;

const resolveByDns: Resolve = (host) =>
  new Promise((found, failed) => {
    lookup(host, { all: true, verbatim: true }, (fault, addresses) =>
      fault
        ? failed(new UnsafeAddress('This address cannot be found'))
        : found(addresses.map(({ address }) => address)),
    );
  });

export interface Fetched {
  url: string;
  type: string;
  bytes: Buffer;
}

export interface FetchOptions {
  resolve?: Resolve;
  /** For tests: connects to a double instead of the checked address. */
  connectTo?: (address: string, port: number) => { host: string; port: number };
}

/**
 * Fetches a page or a file that an owner named. Each hop's host is resolved once, every one of its addresses has to be public, and the
 * connection goes to the address that was checked: a name that resolves differently the next time changes nothing.
 */
export async function fetchSafely(start: string, options: FetchOptions = {}): Promise<Fetched> {
  let address = start;
  const until = Date.now() + WAIT_MS;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const fault = checkAddress(address);
    if (fault) throw new UnsafeAddress(fault);
    const url = new URL(address);
    const host = hostOf(url);
    const addresses = isIP(host) ? [host] : await (options.resolve ?? resolveByDns)(host);
    if (addresses.length === 0) throw new UnsafeAddress('This address cannot be found');
    if (!addresses.every(isPublicAddress)) throw new UnsafeAddress(NOT_PUBLIC);
    const answer = await requestOnce(url, addresses[0]!, Math.max(1, until - Date.now()), options);
    if ('bytes' in answer) return { url: address, ...answer };
    if (!URL.canParse(answer.location, address)) throw new UnsafeAddress('This address leads nowhere');
    address = new URL(answer.location, address).href;
  }
  throw new UnsafeAddress('This address sends visitors on too often');
}

type Hop = { location: string } | { type: string; bytes: Buffer };

function requestOnce(url: URL, address: string, waitMs: number, { connectTo }: FetchOptions): Promise<Hop> {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const target = connectTo?.(address, port) ?? { host: address, port };
  const pinned: LookupFunction = (_host, { all }, done) => {
    const family = isIP(target.host) as 4 | 6;
    if (all) done(null, [{ address: target.host, family }]);
    else done(null, target.host, family);
  };
  return new Promise<Hop>((found, failed) => {
    const putQuestion = isSecure ? requestHttps : requestHttp;
    const request = putQuestion(
      url,
      {
        lookup: pinned,
        // A literal address is not looked up; it is the one that was checked.
        ...(connectTo ? { host: target.host, port: target.port } : {}),
        headers: {
          'User-Agent': 'Galley',
          Accept: 'text/html, text/plain, application/pdf',
          'Accept-Encoding': 'identity',
          Host: url.host,
        },
        ...(isSecure ? { servername: url.hostname } : {}),
        agent: false,
        timeout: waitMs,
      },
      (response) => {
        const { statusCode = 0, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          response.destroy();
          return found({ location: headers.location });
        }
        if (statusCode !== 200) {
          response.destroy();
          return failed(new UnsafeAddress(`The address answers ${statusCode}`));
        }
        const parts: Buffer[] = [];
        let length = 0;
        response.on('data', (part: Buffer) => {
          length += part.length;
          if (length > BYTES_MAX) {
            response.destroy();
            failed(new UnsafeAddress('This is larger than 2 MB'));
          } else parts.push(part);
        });
        response.on('end', () => found({ type: headers['content-type'] ?? '', bytes: Buffer.concat(parts) }));
        response.on('error', () => failed(new UnsafeAddress('The address broke off')));
      },
    );
    // The socket's time-out counts silence only; a slow drip must end, too.
    const timer = setTimeout(() => request.destroy(new UnsafeAddress('The address did not answer in time')), waitMs);
    request.on('timeout', () => request.destroy(new UnsafeAddress('The address did not answer in time')));
    request.on('error', (fault) =>
      failed(fault instanceof UnsafeAddress ? fault : new UnsafeAddress('The address cannot be reached')),
    );
    request.on('close', () => clearTimeout(timer));
    request.end();
  });
}
