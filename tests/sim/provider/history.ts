import { findCustomer } from '../../support/doubles/graph/state.ts';
import { requestData } from '../../support/api.ts';
import type { Seeded } from '../../support/seeded.ts';
import { signUp } from '../../support/sign-up.ts';
import { breaches } from '../../support/tablet.ts';
import { streamOf } from '../streams.ts';
import { act, delayOf, HOUR, MINUTE, passTime, post, SECOND, someChat, work } from './acts.ts';
import { changePause, openDevice, type Mutated } from './devices.ts';
import { makeJudge, type Attempt } from './judge.ts';
import { chatsOfServer, inspect, inspectServer, messagesOfServer } from './inspect.ts';
import { openProviderNetwork, type MessageBody } from './provider-network.ts';
import type { History, Host } from './state.ts';
import { makeWebhooks } from './webhooks.ts';

const DEVICES = 3;
const CUSTOMERS = 3;

export interface Outcome {
  operations: number;
  violations: string[];
  counts: Map<string, number>;
}

/** Plays one history with a restaurant of its own: `operations` random ones, then everything arrives, and the judge looks. */
export async function playHistory(
  host: Host,
  { seed, operations }: { seed: number; operations: number },
): Promise<Outcome> {
  const history = await begin(host, seed);
  let played = 0;
  try {
    while (played < operations && history.judge.violations.length === 0) {
      played += 1;
      await passTime(history, history.random.between(1, 3 * SECOND));
      await act(history);
      await inspect(history);
    }
    if (history.judge.violations.length === 0) await comeToRest(history);
  } finally {
    history.network.close();
  }
  return { operations: played, violations: history.judge.violations, counts: history.counts };
}

let begun = 0;

async function begin(host: Host, seed: number): Promise<History> {
  const { app, double } = host;
  begun += 1;
  // Each on a new day, so that no limit of the one before counts.
  app.clock.pass(48 * HOUR);
  const owner = await signUp(app);
  const { token } = owner;
  const request = (path: string, body: object) => requestData(app.fetch, 'POST', path, { token, body });
  await request('/chatbot', { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: 'SE1 9SG' });
  await request('/chatbot/manage', { tone: 'brief', is_enabled: true });
  const number = double.addNumber({ id: `5550${begun}`, waba_id: `7770${begun}` });
  double.sendsStatuses = false;
  await request('/channels/whatsapp', {
    token: 'double-token-of-a-system-user',
    phone_no_id: number.id,
    waba_id: number.waba_id,
  });
  await app.jobs.drain();

  const now = () => app.clock.now().getTime();
  const judge = makeJudge(now);
  const customers = Array.from({ length: CUSTOMERS }, (_, n) =>
    // One has a username and no phone number.
    double.addCustomer({ name: `Customer ${begun}-${n}`, ...(n === 0 && { wa_id: null }) }),
  );
  for (const { name } of customers) judge.meet(name);
  let made = 0;
  const counts = new Map<string, number>();
  const during = streamOf(seed, 'during');
  const history: History = {
    ...host,
    owner,
    number,
    customers,
    devices: [],
    judge,
    webhooks: makeWebhooks(double, now),
    network: openProviderNetwork(double, {
      onMessage: (body) => onMessage(history, body),
      meanwhile: () => meanwhile(history, during),
    }),
    random: streamOf(seed, 'acts'),
    counts,
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    isCalm: false,
    echoes: [],
    nextNumber: () => (made += 1),
    heard: new Set(),
    isBusy: false,
  };
  for (let n = 0; n < DEVICES; n += 1)
    history.devices.push(
      await openDevice({
        name: `device ${n}`,
        app,
        token,
        random: streamOf(seed, `network ${n}`),
        onAnswered: (mutated) => onAnswered(history, mutated),
      }),
    );
  return history;
}

function onMessage(history: History, body: MessageBody): (outcome: Attempt, accepted: string | null) => void {
  const { double, number, judge, random } = history;
  const customer = findCustomer(double.state, body.to ?? body.recipient ?? '')!;
  const reference = body.biz_opaque_callback_data;
  const ended = judge.begins(reference, customer.name, body.type === 'template');
  return (outcome, accepted) => {
    ended(outcome, accepted);
    history.count(typeof outcome === 'string' ? outcome : 'refused');
    if (accepted === null) return;
    const fate = random.pick([['sent'], ['sent', 'delivered'], ['sent', 'delivered', 'read'], ['sent', 'failed']]);
    judge.attempts.get(reference)!.statuses.push(...fate);
    for (const status of fate)
      double.webhooks.status(number.id, customer, {
        id: accepted,
        status,
        biz_opaque_callback_data: reference,
        ...(status === 'failed' && { errors: [{ code: 131_049 }] }),
      });
    // Some statuses come after the server has given the reply up.
    const isLate = random.chance(0.2);
    history.webhooks.collect(() => (isLate ? Infinity : delayOf(random)));
  };
}

/** While a request of the server is under way: a device sends, a webhook comes, another job runs. */
async function meanwhile(history: History, during: Seeded): Promise<void> {
  if (history.isCalm || history.isBusy || !during.chance(0.4)) return;
  history.isBusy = true;
  history.count('meanwhile');
  try {
    if (during.chance(0.6)) {
      // What a phone sent is applied by the running jobs, and the judge could not say when.
      if (history.echoes.length > 0) return;
      const found = await someChat(history, during);
      if (found && during.chance(0.4)) await changePause(found.device, found.chat, true);
      await (found?.device ?? during.pick(history.devices)).tablet.sync();
    } else {
      const batch = history.webhooks.take(during, 3, history.app.clock.now().getTime());
      await post(
        history,
        batch.filter(({ value }) => !value.message_echoes),
      );
      history.webhooks.pending.push(...batch.filter(({ value }) => value.message_echoes));
      await history.app.jobs.drain();
    }
  } finally {
    history.isBusy = false;
  }
}

/** The server has answered mutations of a device. */
async function onAnswered(history: History, mutated: Mutated[]): Promise<void> {
  const { judge, heard } = history;
  await inspectServer(history);
  for (const { key, call, path, body, result } of mutated) {
    if (result.outcome === 'duplicate' && heard.has(key)) continue;
    heard.add(key);
    const isApplied = (result.first_outcome ?? result.outcome) === 'applied';
    const { occurred_at, message_id } = body as { occurred_at: string; message_id?: string };
    const chatId = path['id']!;
    const customer = (await chatsOfServer(history)).get(chatId)!;
    const at = Date.parse(occurred_at);
    if (call === 'chats.pause' || call === 'chats.resume') {
      if (isApplied) judge.paused(customer, at, key, call === 'chats.pause');
      continue;
    }
    const messages = await messagesOfServer(history);
    const texts = messages.filter((one) => one.chat === chatId && one.author === 'customer').map(({ text }) => text);
    judge.answered(message_id!, {
      at,
      op: key,
      isApplied,
      code: result.error?.code ?? null,
      texts: new Set(texts),
    });
  }
}

/** Nothing goes wrong any more, and everything that is under way arrives. */
async function comeToRest(history: History): Promise<void> {
  const { devices, network, webhooks, random, judge, app } = history;
  history.isCalm = true;
  network.faults = [];
  for (const device of devices) Object.assign(device, { isOnline: true, lossRate: 0 });
  for (let round = 0; round < 4; round += 1) {
    for (const { tablet } of random.shuffled(devices)) await tablet.sync();
    await passTime(history, 6 * MINUTE);
    const isLast = round > 1;
    for (let due = 1; due > 0; due = webhooks.pending.length) {
      await post(history, webhooks.take(random, 4, isLast ? Infinity : app.clock.now().getTime() + 9 * HOUR));
      if (!isLast && !webhooks.pending.some(({ dueAt }) => dueAt < Infinity)) break;
    }
    await work(history, true);
    await inspect(history);
  }
  for (const { tablet } of devices) await tablet.sync();
  await inspect(history);
  for (const device of devices) {
    const { db } = device.tablet;
    for (const text of await breaches(db)) judge.wrong(`${device.name}: ${text}`);
    const waiting = await db.outbox.count();
    if (waiting > 0) judge.wrong(`${device.name} has not sent ${waiting} mutations`);
    const names = await chatsOfServer(history);
    const chats = (await device.chats()).map(
      ({ id, is_paused: isPaused, reply_window_closes_at: closes }) =>
        [id, { customer: names.get(id)!, isPaused, closesAt: closes === null ? null : Date.parse(closes) }] as const,
    );
    judge.rests(device.name, await device.messages(), new Map(chats));
    const failedChanges = (await db.dead_letters.toArray()).map(({ entry }) =>
      String((entry.body as { message_id?: string }).message_id),
    );
    judge.asks(device.name, new Set(failedChanges));
  }
}
