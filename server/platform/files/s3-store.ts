import type { S3Client } from '@aws-sdk/client-s3';
import { checkKey, type FileStore } from './file-store.ts';

export interface S3Settings {
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** Null: Amazon's for the region. */
  url: string | null;
}

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
