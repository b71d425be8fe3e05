import type { Chat } from '../../../contract/chats/calls.ts';
import { deliverUnconfirmed } from '../../../server/chats/deliver.ts';
import { requeueWhatsappEvents } from '../../../server/channels/whatsapp/receive.ts';
import { findCustomer } from '../../support/doubles/graph/state.ts';
import type { Seeded } from '../../support/seeded.ts';
import { changePause, composeReply, type Device } from './devices.ts';
import { chatsOfServer, inspectServer } from './inspect.ts';
import type { ProviderFault } from './provider-network.ts';
import type { History } from './state.ts';
import { requestOf, type Pending } from './webhooks.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

type Act = (history: History) => Promise<void>;

const acts: [weight: number, name: string, act: Act][] = [
  [8, 'customer writes', customerWrites],
  [10, 'webhook', (history) => deliver(history)],
  [8, 'jobs', (history) => work(history)],
  [8, 'reply', reply],
  [2, 'pause', (history) => pauseSomeChat(history, true)],
  [4, 'resume', (history) => pauseSomeChat(history, false)],
  [10, 'sync', ({ random, devices }) => random.pick(devices).tablet.sync()],
  [3, 'connection', changeConnection],
  [4, 'provider fault', faultOfProvider],
  [2, 'own phone', writeOnOwnPhone],
  [1, 'forged webhook', forge],
  [3, 'refused reply', settleRefused],
  [3, 'minutes', (history) => passTime(history, history.random.between(1, 12) * MINUTE)],
  [1, 'hours', (history) => passTime(history, history.random.pick([70 * MINUTE, 5 * HOUR, 25 * HOUR]))],
];
const lots = acts.flatMap((entry) => Array.from({ length: entry[0] }, () => entry));

/** One random act of a person, of WhatsApp, of the network or of time. */
export async function act(history: History): Promise<void> {
  const [, name, run] = history.random.pick(lots);
  history.count(name);
  await run(history);
}

const questions = ['Are you open now?', 'Where are you?', 'Do you deliver?', 'Thank you', 'Hm'];

async function customerWrites({
  random,
  double,
  number,
  customers,
  judge,
  webhooks,
  nextNumber,
}: History): Promise<void> {
  for (let n = random.between(1, 3); n > 0; n -= 1) {
    const customer = random.pick(customers);
    const text = `${random.pick(questions)} (${nextNumber()})`;
    judge.writes(customer.name, text);
    double.write(number.id, customer, text);
  }
  webhooks.collect(() => delayOf(random));
}

/** How long a webhook takes, ms. */
export const delayOf = (random: Seeded) =>
  random.pick([0, 0, 0, random.between(1, 30) * SECOND, random.between(1, 30) * MINUTE, random.between(1, 8) * HOUR]);

/** WhatsApp delivers some of what is due in one request: a batch, in any order, perhaps with copies of what came before. */
async function deliver(history: History): Promise<void> {
  const { random, webhooks, app } = history;
  const batch = webhooks.take(random, random.pick([1, 1, 2, 5]), app.clock.now().getTime());
  await post(history, batch);
}

export async function post(history: History, batch: Pending[]): Promise<void> {
  const { app, appSecret, judge } = history;
  if (batch.length === 0) return;
  if (batch.length > 1) history.count('batch');
  const response = await app.fetch(requestOf(batch, appSecret));
  if (response.status !== 200) return judge.wrong(`A webhook is answered ${response.status}`);
  const nameOf = (id = '') => findCustomer(history.double.state, id)!.name;
  for (const { value } of batch) {
    for (const one of value.messages ?? []) judge.arrives(nameOf(one.from_user_id), Number(one.timestamp) * SECOND);
    for (const one of value.message_echoes ?? [])
      history.echoes.push({ customer: nameOf(one.to_user_id), at: Number(one.timestamp) * SECOND });
  }
}

/** The server's jobs; failed ones try again once their wait is over. */
export async function work(history: History, evenLater = false): Promise<void> {
  await history.app.jobs.drain({ evenLater });
  await inspectServer(history);
  for (const { customer, at } of history.echoes.splice(0)) history.judge.echoes(customer, at);
}

export async function passTime(history: History, ms: number): Promise<void> {
  const { app, devices } = history;
  app.clock.pass(ms);
  for (const { tablet } of devices) await tablet.pass(ms);
  if (ms < MINUTE) return;
  // The server's periodic work.
  const now = app.clock.now();
  await deliverUnconfirmed(app.pools, app.jobs, now);
  await requeueWhatsappEvents(app.pools.owner, app.jobs, now);
  if (ms >= 5 * MINUTE) await work(history, true);
}

/** A device and one of its chats; null: it has none. */
export async function someChat(
  history: History,
  random = history.random,
): Promise<{ device: Device; chat: Chat } | null> {
  const { devices } = history;
  const device = random.pick(devices);
  const names = await chatsOfServer(history);
  // By name, since the ids are new in each run.
  const chats = (await device.chats()).toSorted((a, b) => (names.get(a.id)! < names.get(b.id)! ? -1 : 1));
  return chats.length > 0 ? { device, chat: random.pick(chats) } : null;
}

async function reply(history: History): Promise<void> {
  const found = await someChat(history);
  if (found) for (let n = history.random.between(1, 3); n > 0; n -= 1) await compose(history, found);
}

async function compose(
  history: History,
  { device, chat }: { device: Device; chat: Chat },
  { instead, isTemplate = false }: { instead?: string; isTemplate?: boolean } = {},
): Promise<void> {
  const { random, judge, app, nextNumber } = history;
  const id = idFrom(random);
  const wording = `Yes [${nextNumber()}]`;
  const text = isTemplate ? `Hello you, there is news about your order: ${wording}` : wording;
  const seen = (await device.messages()).filter((one) => one.chat === chat.id && one.author === 'customer');
  judge.composes({
    id,
    device: device.name,
    customer: (await chatsOfServer(history)).get(chat.id)!,
    text,
    at: app.clock.now().getTime(),
    isConfirmed: isTemplate || instead !== undefined,
    isTemplate,
    seen: new Set(seen.map((one) => one.text)),
  });
  await composeReply(device, chat, {
    id,
    text,
    ...(instead !== undefined && { instead }),
    ...(isTemplate && { template: ['you', wording] }),
  });
}

async function pauseSomeChat(history: History, isPaused: boolean): Promise<void> {
  const found = await someChat(history);
  if (found) await changePause(found.device, found.chat, isPaused);
}

async function changeConnection({ random, devices, count }: History): Promise<void> {
  const device = random.pick(devices);
  device.isOnline = random.chance(0.6);
  device.lossRate = random.pick([0, 0.2, 0.5]);
  count(device.isOnline ? 'online' : 'offline');
}

/** A throttled application, number and pair; a closed window; an undeliverable message. */
const faults: ProviderFault[] = [
  'refused',
  'cut before',
  'cut after',
  'cut after',
  'fail',
  'lose',
  'lose',
  4,
  130_429,
  131_056,
  131_056,
  131_047,
  131_026,
];

async function faultOfProvider({ random, network, count }: History): Promise<void> {
  for (let n = random.between(1, 3); n > 0; n -= 1) {
    const fault = random.pick(faults);
    count(`provider ${fault}`);
    network.faults.push(fault);
  }
}

async function writeOnOwnPhone({ random, double, number, customers, webhooks, nextNumber }: History): Promise<void> {
  double.webhooks.echo(number.id, random.pick(customers), `From the owner's phone ${nextNumber()}`);
  webhooks.collect(() => delayOf(random));
}

async function forge({ random, number, customers, app, judge, nextNumber }: History): Promise<void> {
  const from = random.pick(customers).user_id;
  const message = {
    id: `forged ${nextNumber()}`,
    from_user_id: from,
    timestamp: '1795000000',
    type: 'text',
    text: { body: 'Forged' },
  };
  const value = { metadata: { phone_number_id: number.id }, messages: [message] };
  const forged = requestOf([{ account: number.waba_id, field: 'messages', value, dueAt: 0 }], 'another secret');
  const { status } = await app.fetch(forged);
  if (status !== 401) judge.wrong(`A forged webhook is answered ${status}`);
}

/** A person answers what the app asks about a refused reply: send it anyway, send a template, or give it up. */
async function settleRefused(history: History): Promise<void> {
  const { random, judge, devices } = history;
  const failedChanges = await Promise.all(devices.map(({ tablet }) => tablet.db.dead_letters.toCollection().first()));
  const device = random.shuffled(devices).find((one) => failedChanges[devices.indexOf(one)]);
  const deadLetter = device && failedChanges[devices.indexOf(device)];
  if (!deadLetter) return;
  const { call, path, body } = deadLetter.entry;
  const chat = call === 'chats.sendMessage' && (await device.chats()).find(({ id }) => id === path['id']);
  const refused = judge.replies.get(String((body as { message_id?: string }).message_id));
  if (refused) refused.isGivenUp = true;
  const how = chat ? random.pick(['anyway', 'template', 'give up'] as const) : 'give up';
  history.count(how);
  if (chat && how !== 'give up')
    return compose(history, { device, chat }, { instead: deadLetter.key, isTemplate: how === 'template' });
  await device.tablet.db.dead_letters.delete(deadLetter.key);
}

/** An id that the seed reproduces, as everything else of a history. */
function idFrom(random: Seeded): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
