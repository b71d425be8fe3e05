// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../../tests/components/rendered.ts';
import { chatbot } from '../../../../tests/support/chatbot.ts';
import * as requests from '../requests.ts';
import { faultOfAddress } from './fault-of-address.ts';
import { FilesStep } from './FilesStep.tsx';
import { ContactsStep } from './FormSteps.tsx';
import { PartnersStep } from './PartnersStep.tsx';

vi.mock('../requests.ts');
const { saveContacts, saveFile, savePartner } = vi.mocked(requests);
const onNext = vi.fn<() => void>();
beforeEach(() => {
  vi.resetAllMocks();
  for (const save of [saveContacts, saveFile, savePartner]) save.mockResolvedValue({ ok: true, data: null });
});

function show(step: ReactNode) {
  const page = rendered(<FluentProvider theme={webLightTheme}>{step}</FluentProvider>);
  const field = (name: string) => page.place.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  return {
    ...page,
    fill: (name: string, value: string) => page.type(field(name), value),
    save: () =>
      act(async () => void page.place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true }))),
  };
}
const PRIVATE = 'This address is not on the public internet';

test('an address that cannot be read stays in its step', async () => {
  const contacts = show(<ContactsStep chatbot={chatbot} onNext={onNext} />);
  contacts.fill('website_url', 'http://192.168.0.10/menu');
  await contacts.save();
  expect([contacts.text(), saveContacts.mock.calls, onNext.mock.calls]).toEqual([
    expect.stringContaining(PRIVATE),
    [],
    [],
  ]);
  const files = show(<FilesStep chatbot={chatbot} onNext={onNext} />);
  files.fill('file_upload_url', 'localhost/menu.pdf');
  await files.save();
  expect([files.text(), saveFile.mock.calls]).toEqual([expect.stringContaining(PRIVATE), []]);
  const partners = show(<PartnersStep chatbot={chatbot} onNext={onNext} />);
  partners.fill('partner_name', 'Courier');
  partners.fill('partner_url', 'ftp://courier.example.com');
  await partners.save();
  expect([partners.text(), savePartner.mock.calls]).toEqual([expect.stringContaining('begins with https://'), []]);
  files.fill('file_upload_url', 'www.example.com/menu.pdf');
  await files.save();
  expect(saveFile).toHaveBeenCalledWith('https://www.example.com/menu.pdf');
  expect(onNext).toHaveBeenCalledOnce();
});

test('a telephone number that is none stays in its step', async () => {
  const page = show(<ContactsStep chatbot={chatbot} onNext={onNext} />);
  page.fill('kitchen_telephone', 'ask Ravi');
  await page.save();
  expect([page.text(), saveContacts.mock.calls]).toEqual([
    expect.stringContaining('Enter a valid telephone number'),
    [],
  ]);
});

test.each([
  ['https://example.com', null],
  ['https://93.184.216.34/x', null],
  ['https://10.1.2.3', PRIVATE],
  ['http://[::1]/', PRIVATE],
  ['http://[fd00::1]/', PRIVATE],
  ['http://2130706433/', PRIVATE],
  ['https://kitchen.local', PRIVATE],
  ['https://example.com:8443', 'Only the usual ports 80 and 443 are read'],
  ['https://me:secret@example.com', 'Leave out the user name and the password'],
])('%s: %s', (address, fault) => expect(faultOfAddress(address)).toBe(fault));
