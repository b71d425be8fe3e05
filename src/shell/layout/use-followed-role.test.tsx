// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { soon } from '../../../tests/support/soon.ts';
import { useFollowedRole } from './use-followed-role.ts';

const device = vi.hoisted(() => ({ signs: undefined as string | undefined }));
const refreshAccount = vi.hoisted(() => vi.fn<() => Promise<string>>(async () => 'loaded'));
vi.mock('../../data/live.ts', () => ({ useLive: () => device.signs }));
vi.mock('../../session/account.ts', () => ({ refreshAccount }));

function Shell() {
  useFollowedRole();
  return null;
}

test('asks who is signed in after a change was refused for the role, or rows were loaded anew', async () => {
  const shell = rendered(<Shell />);
  const become = async (signs: string) => {
    device.signs = signs;
    shell.rerender(<Shell />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  };
  await become('0 1');
  await become('0 1');
  expect(refreshAccount).not.toHaveBeenCalled();
  await become('1 1');
  await soon(() => expect(refreshAccount).toHaveBeenCalledTimes(1));
  await become('1 2');
  await soon(() => expect(refreshAccount).toHaveBeenCalledTimes(2));
});
