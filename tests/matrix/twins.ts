import { tables } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import type { Transport } from '../../src/sync/protocol/transport.ts';
import { httpTransport } from '../../src/sync/protocol/http.ts';
import { mutateIn, type Ticket } from '../../src/data/mutate.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import { apply, pullAll, tablet as device } from '../api/tablet.ts';
import { makeTime } from '../sim/virtual-clock.ts';
import { makeDisk } from '../sim/disk.ts';
import { callApi, type Answered } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { openTablet, type Tablet } from '../support/tablet.ts';
import { EVENING, fillBooks } from './seed.ts';
import { OWN, type Step } from './samples/sample.ts';

const START = Date.parse(EVENING);
const MINUTE = 60_000;
/** When the network comes back, if the sample does not say: days after, so that whatever looks at the clock shows it. */
const BACK_MINUTES = 2 * 24 * 60;

/** Two restaurants with the same books under the same ids: in one the network is down, in the other it never was. */
export interface Twins {
  app: TestApp;
  offline: SignedUp;
  online: SignedUp;
  /** Both as they were in the beginning. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

export async function startTwins(): Promise<Twins> {
  const app = await startApp({ startsAt: EVENING });
  const offline = await signUp(app);
  const online = await signUp(app);
  return {
    app,
    offline,
    online,
    async begin() {
      app.clock.set(EVENING);
      for (const { restaurant } of [offline, online]) await fillBooks(app.pools.owner, restaurant.id);
    },
    close: () => app.close(),
  };
}

/** Each step as a plain call of the API at its minute, with nothing of the layer's. Answers what each was answered. */
export async function doOnline({ app, online }: Twins, steps: Step[]): Promise<Answered<unknown>[]> {
  const answers: Answered<unknown>[] = [];
  for (const [minute, { call: name, path = {}, body }] of steps.map((step) => ownedBy(online, step)).entries()) {
    const call = calls[name]!;
    app.clock.set(instant(minute * MINUTE));
    const url = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key]!);
    // The name of the device is the person's, not the layer's: the timeline shows it.
    const says = 'device_name' in shapeOf(call.options.body) ? { device_name: 'Kitchen tablet' } : {};
    const sent = call.options.body ? { body: { ...body, ...says } } : {};
    answers.push(await callApi(app.fetch, call.method, url, { token: online.token, ...sent }));
  }
  return answers;
}

const ownedBy = ({ restaurant }: SignedUp, step: Step): Step =>
  JSON.parse(JSON.stringify(step).replaceAll(OWN, restaurant.id)) as Step;

const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};
const instant = (ms: number) => new Date(START + ms).toISOString();

/** A tablet in the restaurant without a network. */
export interface Stranded {
  tablet(): Tablet;
  /** Makes the step on the layer, at its minute. */
  tap(step: Step, minute: number): Promise<Ticket>;
  /** The page dies and is loaded anew, on what the disk has. */
  reload(): Promise<void>;
  /** The network is there again. `isDeaf`: what is sent arrives, and its answer does not. */
  comeBack(options: { afterMinutes: number | undefined; isDeaf?: boolean }): Promise<void>;
}

/** Loads everything while the network is there; then it goes. */
export async function strand({ app, offline }: Twins): Promise<Stranded> {
  const api = httpTransport('http://localhost/backend', () => offline.token, ((input, init) =>
    app.fetch(new Request(input, init))) as typeof fetch);
  let network: 'up' | 'down' | 'deaf' = 'up';
  const ask =
    <B, A>(over: (body: B) => Promise<A>) =>
    async (body: B) => {
      if (network === 'down') return { kind: 'unanswered' as const };
      const answer = await over(body);
      return network === 'deaf' ? { kind: 'unanswered' as const } : answer;
    };
  const transport: Transport = { push: ask(api.push), pull: ask(api.pull) };
  const disk = makeDisk();
  const time = makeTime(START);
  const open = () => openTablet({ transport, disk, time, isOffline: () => network === 'down' });
  let tablet = await open();
  await tablet.load();
  network = 'down';
  return {
    tablet: () => tablet,
    async tap(step, minute) {
      const { call, path, body } = ownedBy(offline, step);
      await time.pass(START + minute * MINUTE - time.now());
      const definition = definitionOf(call);
      if (!definition) throw new Error(`No mutation is known for ${call}`);
      const ticket = mutateIn(tablet.store, definition, { path, body });
      await ticket.durable;
      return ticket;
    },
    async reload() {
      tablet.kill();
      tablet = await open();
    },
    async comeBack({ afterMinutes = BACK_MINUTES, isDeaf = false }) {
      network = isDeaf ? 'deaf' : 'up';
      await time.pass(Math.max(0, START + afterMinutes * MINUTE - time.now()));
      app.clock.set(instant(afterMinutes * MINUTE));
    },
  };
}

/** Everything that the database holds of a restaurant's trade: what is deleted too, and what no device is told. */
export async function stored({ app }: Twins, { restaurant }: SignedUp): Promise<Map<string, object>> {
  const held = new Map<string, object>();
  for (const table of tables) {
    const { rows } = await app.pools.owner.query<{ row: { id: string } }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE restaurant_id = $1`,
      [restaurant.id],
    );
    for (const { row } of rows) held.set(`${table}:${row.id}`, row);
  }
  return held;
}

/** Everything that the API gives of a restaurant to a new device. */
export async function holdings({ app }: Twins, owner: SignedUp): Promise<Map<string, object>> {
  return apply((await pullAll(device(app, owner), null)).pages);
}
