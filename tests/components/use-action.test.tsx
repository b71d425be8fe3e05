// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { calendarCallback } from '../../contract/channels/calls.ts';
import { invite } from '../../contract/people/calls.ts';
import { failureText } from '../../src/api/failure-text.ts';
import { onlineReasonLabels } from '../../src/api/online-reasons.ts';
import type { Failure, Result } from '../../src/api/send.ts';
import { useAction, type Action } from '../../src/api/use-action.ts';
import { session } from '../../src/session/session.ts';
import { rendered } from './rendered.ts';

const seen = vi.hoisted(() => ({ isOnline: true }));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => seen.isOnline }));

let action: Action;
function Screen({ call }: { call?: Call }) {
  const own = useAction(call);
  useLayoutEffect(() => void (action = own));
  return <p>{own.why ?? own.fault}</p>;
}

const failed = (code: string, more: Partial<Failure['error']> = {}): Failure => ({
  ok: false,
  kind: 'refused',
  status: 400,
  error: { code, message: 'The server refuses this', ...more },
});
const unanswered: Failure = { ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } };

beforeEach(() => {
  session.role = 'owner';
  seen.isOnline = true;
});

test('two presses at once send one request', async () => {
  rendered(<Screen call={calendarCallback} />);
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  const request = vi.fn<() => Promise<Result<string>>>(() => promise);
  const [first, second] = await act(() => {
    const both = [action.run(request), action.run(request)];
    resolve({ ok: true, data: 'sent' });
    return Promise.all(both);
  });
  expect(request).toHaveBeenCalledOnce();
  expect([first, second]).toEqual([{ ok: true, data: 'sent' }, null]);
  expect(action.isSending).toBe(false);
});

test('offline it sends nothing and says why; what is stored here goes on', async () => {
  seen.isOnline = false;
  const page = rendered(<Screen call={calendarCallback} />);
  const request = vi.fn<() => Promise<Result<null>>>(async () => ({ ok: true, data: null }));
  expect(await act(() => action.run(request))).toBeNull();
  expect(request).not.toHaveBeenCalled();
  expect(page.text()).toBe(onlineReasonLabels.provider_setup);
  rendered(<Screen />);
  expect(await act(() => action.run(request))).toEqual({ ok: true, data: null });
});

test('what the role does not allow is not sent, and the reason names who may', async () => {
  session.role = 'waiter';
  const page = rendered(<Screen call={invite} />);
  const request = vi.fn<() => Promise<Result<null>>>(async () => ({ ok: true, data: null }));
  expect(await act(() => action.run(request))).toBeNull();
  expect(request).not.toHaveBeenCalled();
  expect(page.text()).toBe('Only the owner or a manager can do this.');
});

test('a failure is shown until the next press, in general and by field; a fault frees the control', async () => {
  const page = rendered(<Screen call={calendarCallback} />);
  await act(() => action.run(async () => failed('invalid_fields', { field_errors: { email: 'Required' } })));
  expect(action.errors).toEqual({ email: 'Required' });
  expect(page.text()).toBe('Required.');
  await act(() => action.run(async () => ({ ok: true, data: null })));
  expect([action.fault, action.errors]).toEqual(['', {}]);
  await act(() => expect(action.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug'));
  expect(action.isBlocked).toBe(false);
});

test.for<[Failure, string]>([
  [unanswered, 'The server did not answer. Try again.'],
  [failed('too_many', { retry_after_seconds: 900 }), 'Too many attempts. Try again in 15 minutes.'],
  [failed('wrong_credentials'), 'Wrong password.'],
  [failed('unknown_code', { message: 'Ask Meta!' }), 'Ask Meta!'],
  [failed('internal', { request_id: 'r-1' }), 'The server refuses this. Reference r-1.'],
])('words for %o', ([failure, text]) => {
  expect(failureText(failure)).toBe(text);
  expect(failureText(failure, () => 'In our words.')).toBe('In our words.');
  expect(failureText(failure, () => null)).toBe(text);
});
