// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { newCannedReply } from '../../contract/chats/canned-replies.ts';
import { Composer } from '../../src/features/chats/Composer.tsx';
import { rendered } from './rendered.ts';

const reply = (shortcut: string, message: string) =>
  newCannedReply({ shortcut, message }, { id: shortcut, at: '2026-11-20T18:30:00.000Z', actor: null, version: 1 });
const replies = [reply('hours', 'Hello {name}, we open at five.'), reply('parking', 'Behind us.')];

function open(draft = '') {
  const onSend = vi.fn<(message: string) => void>();
  const onManage = vi.fn<() => void>();
  function Chat() {
    const [text, setText] = useState(draft);
    const fill = (message: string) => message.replace('{name}', 'Priya');
    return (
      <Composer
        text={text}
        name="Priya"
        focusFor={null}
        kinds={{ isNote: false, canReply: true, onChange: () => {} }}
        saved={{ replies, fill, onManage }}
        onText={setText}
        onSend={onSend}
      />
    );
  }
  const chat = rendered(<Chat />);
  const field = chat.place.querySelector('textarea')!;
  return {
    ...chat,
    onSend,
    onManage,
    field,
    write: (value: string) =>
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    key: (key: string) =>
      act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    options: () => [...chat.place.querySelectorAll('[role=option]')].map((one) => one.querySelector('b')!.textContent),
    chosen: () => chat.place.querySelector('[aria-selected=true] b')?.textContent ?? null,
  };
}

test('a slash at the start lists saved replies and Enter inserts one', () => {
  const chat = open();
  expect(chat.options()).toEqual([]);
  chat.write('/');
  expect(chat.options()).toEqual(['/hours', '/parking']);
  expect(chat.field.getAttribute('aria-activedescendant')).toBe(chat.place.querySelector('[aria-selected=true]')!.id);
  chat.key('ArrowDown');
  expect(chat.chosen()).toBe('/parking');
  chat.key('ArrowDown');
  chat.key('Enter');
  expect([chat.field.value, chat.options()]).toEqual(['Hello Priya, we open at five.', []]);
  expect(chat.onSend).not.toHaveBeenCalled();
});

test('typing narrows the list, and what fits nothing can be sent', () => {
  const chat = open();
  chat.write('/');
  chat.write('/pa');
  expect(chat.options()).toEqual(['/parking']);
  chat.write('/pizza');
  expect([chat.options(), chat.text()]).toEqual([[], expect.stringContaining('No saved reply matches')]);
  chat.key('Enter');
  expect(chat.onSend).toHaveBeenCalledWith('/pizza');
});

test('Escape closes the list until the next slash', () => {
  const chat = open();
  chat.write('/');
  chat.write('/h');
  chat.key('Escape');
  expect([chat.options(), chat.field.value]).toEqual([[], '/h']);
  chat.write('/ho');
  expect(chat.options()).toEqual([]);
  chat.write('');
  chat.write('/');
  expect(chat.options()).toHaveLength(2);
});

test('the button opens the list, and a tap puts the text at the cursor', () => {
  const chat = open('Good evening. ');
  chat.press('Saved replies');
  expect(chat.options()).toHaveLength(2);
  chat.field.setSelectionRange(14, 14);
  act(() => chat.place.querySelectorAll<HTMLElement>('[role=option]')[1]!.click());
  expect(chat.field.value).toBe('Good evening. Behind us.');
});

test('the button leaves no slash behind', () => {
  const chat = open();
  chat.press('Saved replies');
  expect(chat.field.value).toBe('/');
  chat.key('Escape');
  expect(chat.field.value).toBe('');
  chat.press('Saved replies');
  chat.press('Manage saved replies');
  expect([chat.field.value, chat.onManage.mock.calls.length]).toEqual(['', 1]);
});
