// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { newNote, newReply } from '../../contract/chats/reply.ts';
import { Bubble } from '../../src/features/chats/Bubble.tsx';
import { Composer } from '../../src/features/chats/Composer.tsx';
import { rendered } from './rendered.ts';

const nothing = () => undefined;

function compose(isNote: boolean, { canReply = true } = {}) {
  const onChange = vi.fn<(isNote: boolean) => void>();
  const onSend = vi.fn<(message: string) => void>();
  const field = rendered(
    <Composer
      text="Likes the window table"
      name="Priya"
      focusFor={null}
      kinds={{ isNote, canReply, onChange }}
      saved={null}
      onText={nothing}
      onSend={onSend}
    />,
  );
  const label = () => field.place.querySelector('textarea')!.getAttribute('aria-label');
  return { ...field, label, onChange, onSend };
}

test('the switch says whether a reply or a note is written', () => {
  const reply = compose(false);
  expect([reply.label(), reply.button('Reply').getAttribute('aria-pressed')]).toEqual(['Message to Priya', 'true']);
  reply.press('Note');
  expect(reply.onChange).toHaveBeenCalledWith(true);

  const note = compose(true);
  expect([note.label(), note.button('Note').getAttribute('aria-pressed')]).toEqual([
    'Private note about Priya',
    'true',
  ]);
  act(() => note.button('Save note').form!.requestSubmit());
  expect(note.onSend).toHaveBeenCalledWith('Likes the window table');
});

test('only a note can be written when no reply may be sent', () => {
  const { button, press, onChange } = compose(true, { canReply: false });
  expect(button('Reply').disabled).toBe(true);
  press('Reply');
  expect(onChange).not.toHaveBeenCalled();
});

test('a note in the chat is named as private and shows no delivery', () => {
  const values = {
    id: '1',
    chatId: '2',
    composedAt: '2026-11-20T18:30:00.000Z',
    createdAt: '2026-11-20T18:30:00.000Z',
    actor: { kind: 'user' as const, id: null, name: 'Ravi' },
    version: 3,
  };
  const bubble = (message: Parameters<typeof Bubble>[0]['message']) =>
    rendered(
      <Bubble
        message={message}
        timezone="Europe/London"
        isSentAgain={false}
        onAgain={nothing}
        onEdit={nothing}
        onTemplate={nothing}
        onQuote={null}
      />,
    );
  const note = bubble(newNote('Likes the window table', values));
  expect(note.text()).toContain('Private note');
  expect(note.text()).toContain('Ravi');
  expect(note.place.querySelector('[aria-label="Read"]')).toBeNull();
  const reply = bubble({ ...newReply('Hello', values), delivery_status: 'read' });
  expect(reply.text()).not.toContain('Private note');
  expect(reply.place.querySelector('[aria-label="Read"]')).not.toBeNull();
});
