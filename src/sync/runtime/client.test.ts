import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { id } from '../../../tests/support/rows.ts';
import { currentDb } from '../../data/current.ts';
import { session } from '../../session/session.ts';
import { startSync, stopSync } from './client.ts';

const workers: FakeWorker[] = [];

/** Never answers, like a worker that hangs. */
class FakeWorker extends EventTarget {
  isRunning = true;
  /** Names of the called methods. */
  calls: string[] = [];

  constructor() {
    super();
    workers.push(this);
  }

  postMessage({ path }: { path: string[] }): void {
    this.calls.push(path.join('.'));
  }

  terminate(): void {
    this.isRunning = false;
  }
}

let page: EventTarget;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new EventTarget();
  const localStorage = { length: 0, getItem: () => null, setItem() {}, removeItem() {}, key: () => null };
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('window', Object.assign(page, { localStorage }));
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', new URL('http://galley.test/'));
  Object.assign(session, { authToken: 'secret', user: { id: id(1) }, restaurant: { id: id(2) } });
  startSync();
  await currentDb().open();
});

afterEach(() => {
  stopSync();
  workers.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tell = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(type), { persisted }));

test('a cached page ends its worker and restarts it (R17)', () => {
  tell('pagehide', true);
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false]);
  tell('pageshow', true);
  expect(workers.map(({ isRunning, calls }) => ({ isRunning, calls }))).toEqual([
    { isRunning: false, calls: ['start'] },
    { isRunning: true, calls: ['start'] },
  ]);
});

test('a page not cached, or first shown, keeps its worker', () => {
  tell('pageshow', false);
  tell('pagehide', false);
  expect(workers.map(({ isRunning, calls }) => ({ isRunning, calls }))).toEqual([
    { isRunning: true, calls: ['start'] },
  ]);
});

test('an unanswered call before caching ends no later worker', async () => {
  tell('pagehide', true);
  await vi.advanceTimersByTimeAsync(9_000);
  tell('pageshow', true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false, true]);
});
