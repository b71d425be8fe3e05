import type { S3Client } from '@aws-sdk/client-s3';
import { checkKey, type FileStore } from './file-store.ts';
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

const WAIT_MS = 20_000;

/** Keeps files in a bucket of any store that speaks S3. The bucket stays private: files are read through this server only. */
export function openS3Store({ bucket, accessKey, secretKey, region, url }: S3Settings): FileStore {
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
  const inTime = () => ({ abortSignal: AbortSignal.timeout(WAIT_MS) });
  return {
    async put(key, bytes) {
      const Key = checkKey(key);
      const { sdk, client: store } = await open();
      await store.send(new sdk.PutObjectCommand({ Bucket: bucket, Key, Body: bytes }), inTime());
    },
    async get(key) {
      const Key = checkKey(key);
      const { sdk, client: store } = await open();
      try {
        const { Body } = await store.send(new sdk.GetObjectCommand({ Bucket: bucket, Key }), inTime());
        return Body ? await Body.transformToByteArray() : null;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      const Key = checkKey(key);
      const { sdk, client: store } = await open();
      await store.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }), inTime());
    },
  };
}
