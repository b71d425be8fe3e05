// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UploadHere } from '../../src/features/menu/upload/uploads-here.ts';
import { WaitingUpload, WaitingUploads } from '../../src/features/menu/upload/WaitingUpload.tsx';
import { id } from '../support/rows.ts';
import { rendered } from './rendered.ts';

const seen = vi.hoisted(() => ({
  isOnline: false,
  removed: [] as string[],
  restore: vi.fn<(key: string) => Promise<undefined>>(() => Promise.resolve(undefined)),
}));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => seen.isOnline }));
vi.mock('../../src/sync/recovery/unsent-changes.ts', () => ({ restore: seen.restore }));
vi.mock('../../src/features/menu/upload/remove-upload.ts', () => ({
  removeUpload: ({ key }: UploadHere) => Promise.resolve(seen.removed.push(key) > 0),
}));
beforeEach(() => {
  seen.isOnline = false;
  seen.removed.length = 0;
  vi.clearAllMocks();
});

const upload: UploadHere = {
  key: 'a',
  id: id(900),
  fileIds: [id(1), id(2), id(3)],
  sent: 0,
  isRemovable: true,
  deadLetter: null,
};

test('an upload says that it waits for a network, and can be removed', async () => {
  const screen = rendered(<WaitingUpload upload={upload} />);
  expect(screen.text()).toContain('Waiting for a network, 3 pages');
  expect(screen.place.querySelector('[role=progressbar]')).toBeNull();
  await act(async () => screen.button('Remove').click());
  expect(seen.removed).toEqual(['a']);
});

test('with a network it shows how many pages are sent, and no button once it went', () => {
  seen.isOnline = true;
  const screen = rendered(<WaitingUpload upload={{ ...upload, sent: 1, isRemovable: false }} />);
  expect(screen.text()).toContain('Sending page 2 of 3');
  expect(screen.place.querySelector('[role=progressbar]')).not.toBeNull();
  expect(screen.place.querySelector('button')).toBeNull();
});

test('a refused one says why and can be tried again', () => {
  const deadLetter = { error: { code: 'file_missing', message: '' } } as unknown as UploadHere['deadLetter']; // what it reads
  const screen = rendered(<WaitingUpload upload={{ ...upload, deadLetter: deadLetter }} />);
  expect(screen.text()).toContain('A page did not reach the server. Nothing was read.');
  screen.press('Try again');
  expect(seen.restore).toHaveBeenCalledWith('a');
});

test('the list names each with its own button', () => {
  const screen = rendered(<WaitingUploads uploads={[upload, { ...upload, key: 'b', fileIds: [id(4)] }]} />);
  screen.press('Remove: Waiting for a network, 1 file');
  expect(seen.removed).toEqual(['b']);
});
