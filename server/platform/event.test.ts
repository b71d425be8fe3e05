import { expect, test } from 'vitest';
import { connect, Event, Hook } from './event.ts';

const moved = new Event<[what: string], string>('moved');
const names = new Hook<string>('names');
const calls: string[] = [];

// In this order: what is connected stays so.
test('an event or a hook whose areas are not connected says so', async () => {
  await expect(moved.emit('a')).rejects.toThrow('moved needs what later areas add');
  expect(() => names.entries).toThrow('names needs what later areas add');
});

test('subscribers run one after the other, and answer', async () => {
  const slow = moved.on(async (what) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    calls.push(`slow ${what}`);
    return 'first';
  });
  const quick = moved.on(async (what) => {
    calls.push(`quick ${what}`);
    return 'second';
  });
  connect([slow, names.add('one'), quick, names.add('two')]);
  expect(await moved.emit('a')).toEqual(['first', 'second']);
  expect(calls).toEqual(['slow a', 'quick a']);
  expect(names.entries).toEqual(['one', 'two']);
});

test('the error of a subscriber is that of the event, and later ones do not run', async () => {
  const failing = new Event<[]>('failing');
  connect([failing.on(() => Promise.reject(new Error('no'))), failing.on(async () => void calls.push('too late'))]);
  await expect(failing.emit()).rejects.toThrow('no');
  expect(calls).not.toContain('too late');
});
