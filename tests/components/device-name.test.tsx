// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { DeviceNameCard } from '../../src/features/settings/DeviceNameCard.tsx';
import { readDeviceName } from '../../src/features/settings/read-device-name.ts';
import { session } from '../../src/session/session.ts';
import { rendered } from './rendered.ts';

const send = vi.hoisted(() =>
  vi.fn<(call: { name: string }, args: unknown) => Promise<unknown>>(async () => ({ ok: true })),
);
vi.mock('../../src/api/send.ts', () => ({ send }));

test('the settings rename a device; an empty name changes nothing', () => {
  session.deviceName = 'Android tablet';
  const card = rendered(<DeviceNameCard />);
  const field = card.place.querySelector('input')!;
  expect(field.value).toBe('Android tablet');
  expect(card.button('Save name').disabled).toBe(true);

  card.type(field, '  Kitchen   tablet ');
  card.press('Save name');
  expect(session.deviceName).toBe('Kitchen tablet');
  expect(send.mock.calls.map(([call, args]) => [call.name, args])).toEqual([
    ['sessions.rename', { body: { device_name: 'Kitchen tablet' } }],
  ]);

  card.type(field, '   ');
  act(() => card.place.querySelector('form')!.requestSubmit());
  expect(session.deviceName).toBe('Kitchen tablet');
  expect(card.text()).toContain('Required');
});

test('a name is trimmed and bounded', () => {
  expect(readDeviceName('  Pass   tablet ')).toEqual({ name: 'Pass tablet' });
  expect(readDeviceName(' ')).toEqual({ error: 'Required' });
  expect(readDeviceName('x'.repeat(61))).toEqual({ error: 'Use 60 characters at most' });
});
