// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { QUESTION_MAX } from '../../../contract/chatbot/calls.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import * as sending from '../../api/send.ts';
import { UnansweredList } from './UnansweredList.tsx';

vi.mock('../../api/send.ts');
const send = vi.mocked(sending.send<never>);
beforeEach(() => void vi.resetAllMocks());

const asked_at = '2026-11-20T18:00:00.000Z';
async function show(answer: object, faqs: { id: string; q: string; a: string }[] = []) {
  send.mockResolvedValue(answer);
  const onAnswer = vi.fn<(question: string) => void>();
  const page = rendered(
    <FluentProvider theme={webLightTheme}>
      <UnansweredList faqs={faqs} onAnswer={onAnswer} />
    </FluentProvider>,
  );
  const before = page.text();
  await act(async () => {});
  return { ...page, before, onAnswer };
}
const data = [
  { id: '1', question: 'Are dogs welcome?', times: 2, asked_at },
  { id: '2', question: 'Who is the chef?', times: 1, asked_at },
];

test('each question begins an answer with one press', async () => {
  const { text, button, onAnswer } = await show({ ok: true, data });
  expect(text()).toMatch(/Are dogs welcome\?20 Nov.*asked 2 times.*Who is the chef\?/);
  await act(async () => button('Add an answer: Who is the chef?').click());
  expect(onAnswer).toHaveBeenCalledWith('Who is the chef?');
});

test('a question that has its answer is no longer listed', async () => {
  const faqs = [
    { id: 'a', q: 'are dogs  welcome?', a: 'Yes' },
    { id: 'b', q: 'Who is the chef?', a: '' },
  ];
  expect((await show({ ok: true, data }, faqs)).text()).toContain('No open questions');
});

test('a question is no longer than those that the owner writes, and is known by that', async () => {
  const long = [{ ...data[0], question: ` ${'Is there a ramp at the door? '.repeat(20)}` }];
  const { button, onAnswer } = await show({ ok: true, data: long });
  await act(async () => button('Add an answer').click());
  const [question] = onAnswer.mock.calls[0]!;
  expect(question.length).toBeLessThanOrEqual(QUESTION_MAX);
  expect((await show({ ok: true, data: long }, [{ id: 'a', q: question, a: 'Yes' }])).text()).toContain('No open');
});

test.each([
  [{ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'x' } }, 'Go online to see'],
  [{ ok: false, kind: 'refused', status: 429, error: { code: 'too_many', message: 'x' } }, 'Too many attempts'],
])('says why the questions are not here, and asks again', async (failure, why) => {
  const { text, button } = await show(failure);
  expect(text()).toContain(why);
  send.mockResolvedValue({ ok: true, data });
  await act(async () => button('Try again').click());
  expect(text()).toContain('Who is the chef?');
});
