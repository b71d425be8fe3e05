// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { blankChat } from '../../contract/chats/new-chat.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { ChatsScreen } from '../../src/features/chats/ChatsScreen.tsx';
import { id } from '../support/rows.ts';
import { restaurant } from './filled-rows.ts';
import { rendered } from './rendered.ts';

const mirror = vi.hoisted((): Record<string, unknown[]> => ({}));
vi.mock('../../src/data/live.ts', () => ({
  useRows: (table: string) => mirror[table] ?? [],
  useRow: () => undefined,
  useLive: () => undefined,
}));
vi.mock('../../src/ui/page/Page.tsx', () => ({ Page: ({ children }: { children: unknown }) => children }));

const AT = '2026-11-20T18:00:00.000Z';
const chat = {
  ...blankChat({
    id: id(3),
    version: 1,
    created_at: AT,
    updated_by: null,
    customer_id: id(4),
    customer_name: 'Joanna Price',
    last_message_at: AT,
  }),
  is_paused: true,
  paused_at: AT,
  pause_reason: 'staff_reply',
};

async function show(settings: Restaurant['settings']) {
  Object.assign(mirror, { restaurants: [{ ...restaurant, settings }], chats: [chat], chat_messages: [] });
  window.history.replaceState(null, '', `/restaurant/chats/${chat.customer_id}`);
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <ChatsScreen />
    </FluentProvider>,
  );
  await act(() => vi.dynamicImportSettled());
  const signs = [...page.place.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));
  return { signs, text: page.text() };
}

test('a restaurant that never set up a chatbot reads nothing of one', async () => {
  const settings = restaurant.settings!;
  const { signs, text } = await show({ ...settings, chatbot: { ...settings.chatbot, is_created: false } });
  expect([signs, text.includes('Joanna Price')]).toEqual([[], true]);
  expect(text).not.toMatch(/bot|Paused/i);
});

test('a restaurant with one sees where it is paused', async () => {
  const { signs, text } = await show(restaurant.settings);
  expect(signs).toContain('Bot paused');
  expect(text).toContain('Bot paused because you replied.');
  expect(text).toContain('Paused1');
});
