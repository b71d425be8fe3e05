import type { KeptReply } from '../pipeline/kept-replies.ts';
import { bodyOf, type CallResult } from '../pipeline/result.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Converts a result to a response. `asked`: what the caller accepts of a kept reply. */
export function respond(result: CallResult, requestId: string, asked = new Headers()): Response {
  const { status, data, kept, headers = {} } = result;
  // A stream brings its own response.
  if (data instanceof Response) return data;
  if (kept) return respondKept(kept, asked);
  return new Response(JSON.stringify(bodyOf(result, requestId)), {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
  });
}

/** Whoever has the reply already gets none. It is nobody else's: a cache in between keeps nothing, a browser asks each time. */
function respondKept({ etag, gzip }: KeptReply, asked: Headers): Response {
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
  if (isKnown(etag, asked.get('If-None-Match'))) return new Response(null, { status: 304, headers });
  const typed = { ...headers, 'Content-Type': JSON_TYPE };
  if (acceptsGzip(asked.get('Accept-Encoding') ?? ''))
    return new Response(gzip, {
      headers: { ...typed, 'Content-Encoding': 'gzip', 'Content-Length': String(gzip.length) },
    });
  const plain = new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain, { headers: typed });
}

const isKnown = (etag: string, known: string | null) =>
  known !== null && known.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim()));

const acceptsGzip = (accepted: string) =>
  accepted.split(',').some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
