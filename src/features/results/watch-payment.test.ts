import { expect, test } from 'vitest';
import { makeWatch, PAUSES_MS, type PaymentLookup, type Payment, type Sight } from './watch-payment.ts';

const payment = (payment_status: Payment['payment_status']): PaymentLookup => ({
  kind: 'payment',
  payment: { payment_status, amount: 2350, currency: 'GBP', restaurant_name: 'Spice Route', order_no: '1042' },
});
const unanswered = (waitMs = 0): PaymentLookup => ({ kind: 'unanswered', waitMs });

/** A server with a sequence of answers (the last one repeats), and a clock that the test moves. */
function world(...answers: PaymentLookup[]) {
  let looks = 0;
  let task: (() => void) | null = null;
  const pauses: number[] = [];
  const seen: Sight[] = [];
  const watch = makeWatch({
    look: async () => answers[Math.min(looks++, answers.length - 1)]!,
    after(ms, next) {
      pauses.push(ms);
      task = next;
      return () => void (task = null);
    },
    onSight: (sight) => void seen.push(sight),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    watch,
    seen,
    pauses,
    looks: () => looks,
    settle,
    /** Runs until nothing waits any more. */
    async pass() {
      await settle();
      while (task) {
        const next: () => void = task;
        task = null;
        next();
        await settle();
      }
    },
  };
}

test('shows a completed payment and stops asking', async () => {
  const { watch, seen, pauses, pass, looks } = world(payment('paid'));
  watch.begin();
  await pass();
  expect(seen).toMatchObject([{ kind: 'settled', payment: { payment_status: 'paid', amount: 2350 } }]);
  expect([looks(), pauses]).toEqual([1, []]);
});

test('polls a pending payment with growing pauses, then on request', async () => {
  const { watch, seen, pauses, pass, looks } = world(payment('pending'));
  watch.begin();
  await pass();
  expect(pauses).toEqual(PAUSES_MS);
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
  expect(pauses.reduce((a, b) => a + b)).toBeLessThanOrEqual(90_000);
  expect(looks()).toBe(9);
  expect(seen.slice(0, -1).every((sight) => sight.kind === 'confirming' && !sight.isOver)).toBe(true);
  expect(seen.at(-1)).toEqual({ kind: 'confirming', isOver: true });
  watch.begin();
  await pass();
  expect(looks()).toBe(18);
});

test('shows a late result of the provider', async () => {
  for (const status of ['authorized', 'failed', 'cancelled', 'refunded', 'partially_refunded', 'disputed'] as const) {
    const { watch, seen, pass } = world(payment('pending'), unanswered(), payment('pending'), payment(status));
    watch.begin();
    await pass();
    expect(seen.map((sight) => sight.kind)).toEqual(['confirming', 'unreached', 'confirming', 'settled']);
    expect(seen.at(-1)).toMatchObject({ payment: { payment_status: status } });
  }
});

test('stops asking for an unknown reference', async () => {
  const { watch, seen, pass, looks } = world({ kind: 'unknown' });
  watch.begin();
  await pass();
  expect([seen, looks()]).toEqual([[{ kind: 'unknown' }], 1]);
});

test('waits as long as the server asks', async () => {
  const { watch, pauses, pass } = world(unanswered(60_000), unanswered(10), payment('paid'));
  watch.begin();
  await pass();
  expect(pauses).toEqual([60_000, 2_000]);
});

test('uses a returning network at once, ignoring earlier requests', async () => {
  const { watch, seen, pass, settle, looks } = world(unanswered(), payment('paid'), payment('failed'));
  watch.begin();
  await settle();
  watch.begin();
  watch.begin();
  await pass();
  expect(seen).toMatchObject([{ kind: 'unreached' }, { payment: { payment_status: 'failed' } }]);
  expect(looks()).toBe(3);
});

test('a closed page gets no updates', async () => {
  const { watch, seen, pass } = world(payment('paid'));
  watch.begin();
  watch.stop();
  await pass();
  expect(seen).toEqual([]);
});
