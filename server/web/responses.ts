import type { BuiltFile } from './files.ts';
import { barePolicy } from './headers.ts';

/** The file in the smallest encoding that the client accepts, or 304. */
export function give(request: Request, file: BuiltFile, status: number, more: Record<string, string>): Response {
  const headers = new Headers({
    'Content-Type': file.type,
    'Content-Security-Policy': barePolicy,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    ...more,
  });
  if (status === 200 && request.headers.get('If-None-Match')?.includes(file.etag))
    return new Response(null, { status: 304, headers });
  const accepted = (request.headers.get('Accept-Encoding') ?? '').toLowerCase();
  const [body, encoding] =
    file.br && /\bbr\b/.test(accepted)
      ? [file.br, 'br']
      : file.gzip && /\bgzip\b/.test(accepted)
        ? [file.gzip, 'gzip']
        : [file.raw, null];
  if (encoding) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

/** A line of text instead of a page. */
export const plainText = (status: number, text: string, more: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': barePolicy,
      'Cache-Control': 'no-store',
      ...more,
    },
  });
