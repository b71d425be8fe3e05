// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { IMPORT_PART_BYTES } from '../../contract/account/calls.ts';
import { DeletionForm } from '../../src/features/settings/deletion/DeletionForm.tsx';
import { ImportFile } from '../../src/features/settings/data/ImportFile.tsx';
import { rendered } from './rendered.ts';

type Args = { path?: { part: string }; body: unknown };
const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: Args) => Promise<unknown>>());
vi.mock('../../src/api/send.ts', () => ({ send }));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => true }));

beforeEach(() => void send.mockReset());

test('deleting the account asks for the password and the name', async () => {
  const onDone = vi.fn<() => void>();
  const form = rendered(<DeletionForm name="The Anchor" onDone={onDone} onClose={() => undefined} />);
  const [password, name] = ['current_password', 'restaurant_name'].map((field) =>
    form.place.querySelector<HTMLInputElement>(`input[name="${field}"]`)!,
  );
  const submit = () => act(async () => form.place.querySelector('form')!.requestSubmit());
  await submit();
  expect(form.text()).toContain('Enter your password.');
  form.type(password!, 'secret');
  await submit();
  expect(form.text()).toContain('Type “The Anchor”.');
  expect(send).not.toHaveBeenCalled();

  form.type(name!, 'The Harbour');
  send.mockResolvedValueOnce(refused('invalid_fields', 'Check the marked fields', { restaurant_name: 'Not the name' }));
  await submit();
  expect(form.text()).toContain('Type “The Anchor”.');
  form.type(name!, 'The Anchor');
  send.mockResolvedValueOnce(refused('account_not_deletable', 'There is money in the wallet. Withdraw it first'));
  await submit();
  expect(form.text()).toContain('There is money in the wallet. Withdraw it first.');
  expect(onDone).not.toHaveBeenCalled();

  send.mockResolvedValueOnce({ ok: true, data: {} });
  await submit();
  expect(onDone).toHaveBeenCalledOnce();
  expect(send.mock.lastCall?.[1]).toEqual({
    body: { current_password: 'secret', restaurant_name: 'The Anchor' },
  });
});

test('an import sends the file in parts and says why it was refused', async () => {
  const card = rendered(<ImportFile />);
  const picker = card.place.querySelector<HTMLInputElement>('input[type="file"]')!;
  const choose = (bytes: number) =>
    act(async () => {
      const file = new File([new Uint8Array(bytes)], 'galley-export.tar.gz');
      Object.defineProperty(picker, 'files', { value: [file], configurable: true });
      picker.dispatchEvent(new Event('change', { bubbles: true }));
    });
  send.mockImplementation(async ({ name }) =>
    name === 'account.importData'
      ? refused('invalid_fields', 'Check the marked fields', { file: 'The file is damaged.' })
      : { ok: true, data: {} },
  );
  await choose(IMPORT_PART_BYTES + 1);
  expect(send.mock.calls.map(([{ name }, { path, body }]) => [name, path?.part ?? body])).toEqual([
    ['account.storeImportPart', '0'],
    ['account.storeImportPart', '1'],
    ['account.importData', { parts: 2 }],
  ]);
  expect(card.text()).toContain('The file is damaged.');
});

const refused = (code: string, message: string, field_errors?: Record<string, string>) => ({
  ok: false,
  kind: 'refused',
  status: 422,
  error: { code, message, field_errors },
});
