// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import { chatbot } from '../../../tests/support/chatbot.ts';
import { TakingSwitches, TimesSelect } from './EnableSwitch.tsx';
import * as requests from './requests.ts';

vi.mock('./requests.ts');
const { saveManaged } = vi.mocked(requests);
beforeEach(() => void vi.resetAllMocks());

test('turns orders on and reservations off, each by its own field', async () => {
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <TakingSwitches chatbot={chatbot} />
    </FluentProvider>,
  );
  const [orders, reservations] = [...page.place.querySelectorAll<HTMLInputElement>('input[role="switch"]')];
  expect([orders!.checked, reservations!.checked]).toEqual([false, true]);
  expect(page.place.textContent).toMatch(/Takes orders.*waits for you.*Takes reservations.*free times/);
  saveManaged.mockResolvedValue({ ok: true, data: null });
  await act(async () => orders!.click());
  expect(saveManaged).toHaveBeenLastCalledWith({ takes_orders: true });
  await act(async () => reservations!.click());
  expect(saveManaged).toHaveBeenLastCalledWith({ takes_reservations: false });
});

test('answers outside the opening hours alone, if the owner chooses so', async () => {
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <TimesSelect chatbot={chatbot} />
    </FluentProvider>,
  );
  const select = page.place.querySelector('select')!;
  expect([select.value, page.text()]).toEqual(['always', expect.stringContaining('at any time')]);
  saveManaged.mockResolvedValue({ ok: true, data: null });
  await act(async () => {
    select.value = 'closed';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(saveManaged).toHaveBeenLastCalledWith({ answers_when: 'closed' });
});
