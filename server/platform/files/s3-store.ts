import type { S3Client } from '@aws-sdk/client-s3';
import { checkKey, StoreFault, type FileStore } from './file-store.ts';
import * as z from 'zod/mini';
import { allOrNone, settingsOf, web } from '../setting.ts';

export interface S3Settings {
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** Null: Amazon's for the region. */
  url: string | null;
}

export const s3 = settingsOf(
  {
    FILES_BUCKET: z.optional(z.string()),
    FILES_ACCESS_KEY: z.optional(z.string()),
    FILES_SECRET_KEY: z.optional(z.string()),
    FILES_REGION: z._default(z.string(), 'us-east-1'),
    FILES_STORE_URL: z.optional(web()),
  },
  ({ FILES_REGION: region, FILES_STORE_URL: url = null, ...keys }): S3Settings | null => {
    const given = allOrNone(keys);
    return (
      given && {
        bucket: given.FILES_BUCKET,
        accessKey: given.FILES_ACCESS_KEY,
        secretKey: given.FILES_SECRET_KEY,
        region,
        url,
      }
    );
  },
);

/** A person waits for it. */
const WAIT_MS = 10_000;

/** Keeps files in a bucket of any store that speaks S3. The bucket stays private: files are read through this server only. */
export function openS3Store({ bucket, accessKey, secretKey, region, url }: S3Settings, waitMs = WAIT_MS): FileStore {
  // Loaded when the first file is asked for: most installations have none, and the client is large.
  const load = () => import('@aws-sdk/client-s3');
  let client: S3Client | null = null;
  const open = async () => {
    const sdk = await load();
    client ??= new sdk.S3Client({
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      // Stores other than Amazon's have no host name for each bucket, and not all know its checksums.
      ...(url && { endpoint: url, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client };
  };
  let fault: string | null = null;
  async function ask<T>(
    key: string,
    run: (to: Awaited<ReturnType<typeof open>>, place: Place, options: Options) => Promise<T>,
  ) {
    const place = { Bucket: bucket, Key: checkKey(key) };
    const abortSignal = AbortSignal.timeout(waitMs);
    try {
      const answer = await run(await open(), place, { abortSignal });
      fault = null;
      return answer;
    } catch (cause) {
      fault = abortSignal.aborted ? `no answer within ${waitMs / 1000} s` : reasonOf(cause);
      // Without its cause: the log names a fault by its root.
      throw new StoreFault(`The bucket ${bucket} does not work: ${fault}`);
    }
  }
  return {
    put: (key, bytes) =>
      ask(key, async ({ sdk, client: store }, place, options) => {
        await store.send(new sdk.PutObjectCommand({ ...place, Body: bytes }), options);
      }),
    get: (key) =>
      ask(key, async ({ sdk, client: store }, place, options) => {
        try {
          const { Body } = await store.send(new sdk.GetObjectCommand(place), options);
          return Body ? await Body.transformToByteArray() : null;
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return null;
          throw error;
        }
      }),
    remove: (key) =>
      ask(key, async ({ sdk, client: store }, place, options) => {
        await store.send(new sdk.DeleteObjectCommand(place), options);
      }),
    fault: () => fault,
  };
}

interface Place {
  Bucket: string;
  Key: string;
}

interface Options {
  abortSignal: AbortSignal;
}

/** The store's own word, such as AccessDenied, or the network's. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? String(error);
}
