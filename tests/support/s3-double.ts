import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Double {
  url: string;
  /** By `/bucket/key`. */
  files: Map<string, Buffer>;
  /** It takes requests and answers none. */
  isSilent: boolean;
  /** It refuses all. */
  isBroken: boolean;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** A store that speaks S3's protocol: PUT, GET and DELETE of objects, each with a signature (AWS4-HMAC-SHA256) that is verified. */
export async function startS3Double({
  accessKey,
  secretKey,
}: {
  accessKey: string;
  secretKey: string;
}): Promise<S3Double> {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const fail = (status: number, code: string) =>
        response
          .writeHead(status, { 'Content-Type': 'application/xml' })
          .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      if (double.isSilent) return;
      if (double.isBroken) return fail(403, 'AccessDenied');
      if (!isSigned(request, body, accessKey, secretKey)) return fail(403, 'SignatureDoesNotMatch');
      const { pathname } = new URL(request.url!, 'http://s3');
      if (request.method === 'PUT') {
        files.set(pathname, body);
        return response.writeHead(200, { ETag: '"x"' }).end();
      }
      if (request.method === 'DELETE') {
        files.delete(pathname);
        return response.writeHead(204).end();
      }
      const file = files.get(pathname);
      return file ? response.writeHead(200, { 'Content-Length': file.length }).end(file) : fail(404, 'NoSuchKey');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const double: S3Double = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    isSilent: false,
    isBroken: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return double;
}

function isSigned(request: IncomingMessage, body: Buffer, accessKey: string, secretKey: string): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match || match[1] !== accessKey) return false;
  const [, , scope, date, region, names, signature] = match as unknown as string[];
  const claimed = String(request.headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(request.url!, 'http://s3');
  searchParams.sort();
  const headers = names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, pathname, searchParams.toString(), headers.join(''), names, claimed].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
