// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import * as requests from './requests.ts';
import { TestChat } from './TestChat.tsx';

vi.mock('./requests.ts');
const { askBot, beginChat } = vi.mocked(requests);
type Answered = Awaited<ReturnType<typeof requests.askBot>>;
beforeEach(() => {
  vi.resetAllMocks();
  beginChat.mockResolvedValue(began);
});
const began: Answered = {
  ok: true,
  data: {
    response: 'Welcome. What can I do for you?',
    escalated: false,
    source: 'records',
    choices: { button: 'Choose', rows: [{ id: 'hours', title: 'Opening hours' }] },
  },
};

function show() {
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <TestChat />
    </FluentProvider>,
  );
  const input = () => page.place.querySelector<HTMLInputElement>('input')!;
  return {
    ...page,
    input,
    lines: () => page.place.querySelector('[role="log"]')!.textContent,
    send: (text: string) => {
      page.type(input(), text);
      return act(
        async () => void page.place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true })),
      );
    },
  };
}
const data = (response: string, escalated = false): Answered => ({
  ok: true,
  data: { response, escalated, source: 'records' },
});

test('begins as the server begins a guest’s chat, with its choices, in each new chat', async () => {
  askBot.mockResolvedValue(data('From 11:00 to 22:00.'));
  const page = show();
  expect(page.lines()).toContain('Loading');
  await act(async () => {});
  expect(page.lines()).toMatch(/AI assistant, automatic reply.*Welcome. What can I do for you\?/);
  await act(async () => page.button('Opening hours').click());
  expect(askBot.mock.calls[0]![0]).toMatchObject({ choice_id: 'hours', conversation_id: beginChat.mock.calls[0]![0] });
  await act(async () => page.button('Start again').click());
  expect(page.lines()).not.toContain('From 11:00');
  expect(new Set(beginChat.mock.calls.map(([id]) => id)).size).toBe(2);
});

test.each([
  [{ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'x' } }, 'Go online to see'],
  [{ ok: false, kind: 'refused', status: 429, error: { code: 'too_many', message: 'x' } }, 'Too many attempts'],
] as [Answered, string][])('says why it cannot show how a chat begins, and tries again', async (failure, why) => {
  beginChat.mockResolvedValueOnce(failure);
  const page = show();
  await act(async () => {});
  expect(page.lines()).toContain(why);
  await act(async () => page.button('Try again').click());
  expect(page.lines()).toContain('What can I do for you?');
});

test('shows the owner’s message at once, trimmed, and then the answer', async () => {
  let answer!: (result: Answered) => void;
  askBot.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const page = show();
  await page.send('  Are you open?  ');
  expect(askBot).toHaveBeenCalledWith({ message: 'Are you open?', conversation_id: expect.any(String) });
  expect(page.lines()).toContain('Are you open?');
  expect(page.input().value).toBe('');
  await act(async () => answer(data('Yes, until 22:00.', true)));
  expect(page.lines()).toContain('Yes, until 22:00.');
  expect(page.lines()).toContain('A customer’s chat would be marked for you.');
});

test('removes a failed message and restores its text', async () => {
  askBot.mockResolvedValue({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'x' } });
  const page = show();
  await page.send('Are you open?');
  expect(page.lines()).not.toContain('Are you open?');
  expect(page.input().value).toBe('Are you open?');
  expect(page.text()).toContain('The server did not answer');
});

test('keeps what was typed while a message failed', async () => {
  let answer!: (result: Answered) => void;
  askBot.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const page = show();
  await page.send('Are you open?');
  page.type(page.input(), 'And tomorrow?');
  await act(async () => answer({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'x' } }));
  expect(page.input().value).toBe('Are you open? And tomorrow?');
});

test.each(['', '   '])('refuses a blank message without asking (%j)', async (text) => {
  const page = show();
  await page.send(text);
  expect(page.text()).toContain('Message is required');
  expect(askBot).not.toHaveBeenCalled();
});

test('an order is tried by pressing the choices', async () => {
  const rows = [
    { id: 'dish:1', title: 'Butter chicken', description: '£9.50' },
    { id: 'home', title: 'Back' },
  ];
  askBot.mockResolvedValueOnce({
    ok: true,
    data: {
      response: 'What would you like?',
      escalated: false,
      source: 'records',
      choices: { button: 'Choose', rows },
    },
  });
  askBot.mockResolvedValueOnce(data('How many?'));
  const page = show();
  await page.send('I want to order');
  await act(async () => page.button('Butter chicken, £9.50').click());
  const [first, second] = askBot.mock.calls.map(([body]) => body);
  expect(second).toEqual({
    message: 'Butter chicken',
    conversation_id: first!.conversation_id,
    choice_id: 'dish:1',
    earlier: [
      { author: 'customer', message: 'I want to order' },
      { author: 'bot', message: 'What would you like?' },
    ],
  });
  expect(page.lines()).toContain('How many?');
  // What was offered before is gone.
  expect(() => page.button(/^Back/)).toThrow('There is no button');
});
