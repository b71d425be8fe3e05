import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3Double, type S3Double } from '../../../tests/support/s3-double.ts';
import { openS3Store } from './s3-store.ts';

const keys = { accessKey: 'galley', secretKey: 'a secret of forty letters' };
let double: S3Double;
beforeAll(async () => {
  double = await startS3Double(keys);
});
afterAll(() => double.close());

const open = (secretKey = keys.secretKey, waitMs = 10_000) =>
  openS3Store({ ...keys, secretKey, bucket: 'menus', region: 'eu-west-2', url: double.url }, waitMs);

test('keeps, replaces and removes a file', async () => {
  const store = open();
  expect(await store.get('menus/a/1.jpg')).toBeNull();
  await store.put('menus/a/1.jpg', Buffer.from('one'));
  await store.put('menus/a/1.jpg', Buffer.from('two'));
  expect([...double.files.keys()]).toEqual(['/menus/menus/a/1.jpg']);
  expect(Buffer.from((await store.get('menus/a/1.jpg'))!).toString()).toBe('two');
  await store.remove('menus/a/1.jpg');
  expect(await store.get('menus/a/1.jpg')).toBeNull();
});

test('fails with a wrong secret instead of calling the file missing', async () => {
  const store = open('another secret');
  await expect(store.get('menus/a/1.jpg')).rejects.toThrow('SignatureDoesNotMatch');
  expect(store.fault()).toBe('SignatureDoesNotMatch');
});

test('waits only so long for a store that is slow, and forgets the fault when it answers', async () => {
  const store = open(undefined, 200);
  double.isSilent = true;
  await expect(store.put('menus/a/1.jpg', Buffer.from('x'))).rejects.toThrow('no answer within 0.2 s');
  expect(store.fault()).toContain('no answer');
  double.isSilent = false;
  const patient = open();
  await patient.put('menus/a/1.jpg', Buffer.from('x'));
  expect(patient.fault()).toBeNull();
});

test('refuses a key that could leave the bucket', async () => {
  await expect(open().put('../menus', Buffer.from('x'))).rejects.toThrow('cannot be the key');
});
