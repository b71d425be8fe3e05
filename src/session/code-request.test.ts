import { expect, test } from 'vitest';
import { codeRequestOf, forgetCodeRequest, noteCodeSent, noteCodeWait } from './code-request.ts';

const ravi = 'ravi@spiceroute.example';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a sign-in sends no code; one may be requested', () => {
  expect(codeRequestOf(ravi, tab(), 0)).toEqual({ isSent: false, waitSeconds: 0 });
});

test('the wait for another code survives a reload', () => {
  const memory = tab();
  noteCodeSent(ravi, memory, 5 * MINUTE);
  expect(codeRequestOf(ravi, memory, 5 * MINUTE)).toEqual({ isSent: true, waitSeconds: 60 });
  expect(codeRequestOf(ravi, memory, 5 * MINUTE + 18_500)).toEqual({ isSent: true, waitSeconds: 42 });
  expect(codeRequestOf(ravi, memory, 6 * MINUTE)).toEqual({ isSent: true, waitSeconds: 0 });
  expect(codeRequestOf('amara@spiceroute.example', memory, 5 * MINUTE)).toEqual({ isSent: false, waitSeconds: 0 });
});

test('a code older than ten minutes is not mentioned', () => {
  const memory = tab();
  noteCodeSent(ravi, memory, 0);
  expect(codeRequestOf(ravi, memory, 10 * MINUTE - 1)).toMatchObject({ isSent: true });
  expect(codeRequestOf(ravi, memory, 10 * MINUTE)).toEqual({ isSent: false, waitSeconds: 0 });
});

test('a wait named by the server keeps the sent code', () => {
  const memory = tab();
  noteCodeWait(ravi, 90, memory, 0);
  expect(codeRequestOf(ravi, memory, 0)).toEqual({ isSent: false, waitSeconds: 90 });
  noteCodeSent(ravi, memory, MINUTE);
  noteCodeWait(ravi, 3_300, memory, 2 * MINUTE);
  expect(codeRequestOf(ravi, memory, 2 * MINUTE)).toEqual({ isSent: true, waitSeconds: 3_300 });
});

test('a clock set back causes no year-long wait', () => {
  const memory = tab();
  noteCodeSent(ravi, memory, 365 * 24 * 60 * MINUTE);
  expect(codeRequestOf(ravi, memory, 0)).toEqual({ isSent: false, waitSeconds: 0 });
});

test('broken or forbidden storage counts as no code sent', () => {
  const memory = tab();
  memory.setItem('galley:code-request', '{half');
  expect(codeRequestOf(ravi, memory, 0)).toEqual({ isSent: false, waitSeconds: 0 });
  noteCodeSent(ravi, undefined, 0);
  expect(codeRequestOf(ravi, undefined, 0)).toEqual({ isSent: false, waitSeconds: 0 });
  noteCodeSent(ravi, memory, 0);
  forgetCodeRequest(memory);
  expect(codeRequestOf(ravi, memory, 0)).toEqual({ isSent: false, waitSeconds: 0 });
});
