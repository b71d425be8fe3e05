// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { soon } from '../../../tests/support/soon.ts';
import { session } from '../../session/session.ts';
import { OwnPinCard } from './OwnPinCard.tsx';

const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: object) => Promise<unknown>>());
const showToast = vi.hoisted(() => vi.fn<(toast: object) => void>());
const network = vi.hoisted(() => ({ isOnline: true }));
vi.mock('../../api/send.ts', () => ({ send }));
vi.mock('../../ui/page/toast.ts', () => ({ showToast }));
vi.mock('../../sync/runtime/client.ts', () => ({ useIsOnline: () => network.isOnline }));

beforeEach(() => {
  send.mockReset().mockResolvedValue({ ok: true, data: { ok: true } });
  showToast.mockReset();
  network.isOnline = true;
  session.role = 'waiter';
});
afterEach(() => {
  session.role = 'owner';
});

const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    check();
  });
function card() {
  const shown = rendered(
    <FluentProvider theme={webLightTheme}>
      <OwnPinCard />
    </FluentProvider>,
  );
  const pin = shown.place.querySelector<HTMLInputElement>('input[name=pin]')!;
  const form = shown.place.querySelector('form')!;
  return { ...shown, pin, save: () => act(() => form.requestSubmit()) };
}

test('sets the own PIN, and keeps it nowhere', async () => {
  const shown = card();
  shown.type(shown.pin, '2841');
  shown.save();
  await until(() => expect(showToast).toHaveBeenCalledOnce());
  expect(send.mock.calls.map(([{ name }, args]) => [name, args])).toEqual([
    ['people.setOwnPin', { body: { pin: '2841' } }],
  ]);
  expect(showToast.mock.calls[0]![0]).toEqual({
    title: 'PIN saved',
    detail: 'You can use a shared tablet with this PIN.',
  });
  expect(shown.pin.value).toBe('');
  expect(shown.text()).not.toContain('Enter four to eight digits');
});

test('says what is wrong with a PIN before it is sent, and what the server refuses', async () => {
  const shown = card();
  shown.type(shown.pin, '123');
  shown.save();
  expect(shown.text()).toContain('Enter four to eight digits');
  shown.type(shown.pin, '1111');
  expect(shown.text()).toContain('harder to guess than 1234');
  shown.save();
  expect(send).not.toHaveBeenCalled();
  send.mockResolvedValue({
    ok: false,
    kind: 'refused',
    status: 422,
    error: { code: 'invalid_fields', message: 'no', field_errors: { pin: 'Choose another PIN' } },
  });
  shown.type(shown.pin, '1212');
  shown.save();
  await until(() => expect(shown.text().match(/Choose another PIN/g)).toHaveLength(1));
  expect(shown.pin.value).toBe('1212');
});

test('needs internet, and says so', () => {
  network.isOnline = false;
  const shown = card();
  expect(shown.text()).toContain('Needs internet: the server keeps passwords and PINs.');
  expect(shown.button('Save PIN').getAttribute('aria-disabled')).toBe('true');
  shown.type(shown.pin, '2841');
  shown.save();
  expect(send).not.toHaveBeenCalled();
});
