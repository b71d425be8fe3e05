import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Runs work by who asked, and notes the order in which it began. */
function noted(turns: Turns) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const request = (who: string, name: string) =>
    turns.run(who, () => {
      began.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const endOne = async () => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, request, endOne };
}

test('one with much to do makes another wait for one piece', async () => {
  const { began, request, endOne } = noted(new Turns(1));
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => request('a', name));
  all.push(request('b', 'b1'), request('c', 'c1'), request('b', 'b2'));
  await Promise.resolve();
  for (let left = all.length; left > 0; left -= 1) await endOne();
  await Promise.all(all);
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('as many run at once as may, and a fault passes the turn on', async () => {
  const turns = new Turns(2);
  const { began, request, endOne } = noted(turns);
  const fails = turns.run('a', () => Promise.reject(new Error('broken')));
  const all = ['a1', 'a2', 'a3'].map((name) => request('a', name));
  await expect(fails).rejects.toThrow('broken');
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual(['a1', 'a2']);
  await endOne();
  expect(began).toEqual(['a1', 'a2', 'a3']);
  await endOne();
  await endOne();
  await Promise.all(all);
});
