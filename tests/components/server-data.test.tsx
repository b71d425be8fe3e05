// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Result } from '../../src/api/send.ts';
import { useServerData } from '../../src/api/use-server-data.ts';
import { rendered } from './rendered.ts';

afterEach(() => void vi.useRealTimers());

const answers: Result<string>[] = [
  { ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'The server cannot be reached' } },
  { ok: true, data: 'connected' },
];
let requests = 0;
const read = async () => answers[Math.min(requests++, answers.length - 1)]!;

function Screen() {
  const { answer } = useServerData(read);
  return answer?.ok ? answer.data : answer?.kind;
}

test('a request that found no server is made again, and one that was answered is not', async () => {
  vi.useFakeTimers();
  const { text } = rendered(<Screen />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(text()).toBe('offline');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(text()).toBe('connected');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(requests).toBe(2);
});
