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
/** When the network returns unless the sample says otherwise: days later, so that anything that depends on the clock shows. */
const BACK_MINUTES = 2 * 24 * 60;

/** Two restaurants with the same rows under the same ids: one loses its network, the other never does. */
export interface Twins {
  app: TestApp;
  offline: SignedUp;
  online: SignedUp;
  /** Resets both to the seed. */
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

/** Makes each step as a direct API call at its minute, without the sync layer. Returns the answers. */
export async function doOnline({ app, online }: Twins, steps: Step[]): Promise<Answered<unknown>[]> {
  const answers: Answered<unknown>[] = [];
  for (const [minute, { call: name, path = {}, body }] of steps.map((step) => ownedBy(online, step)).entries()) {
    const call = calls[name]!;
    app.clock.set(instant(minute * MINUTE));
    const url = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key]!);
    // The device name comes from the person, not from the sync layer: the timeline shows it.
    const device = 'device_name' in shapeOf(call.options.body) ? { device_name: 'Kitchen tablet' } : {};
    const sent = call.options.body ? { body: { ...body, ...device } } : {};
    answers.push(await callApi(app.fetch, call.method, url, { token: online.token, ...sent }));
  }
  return answers;
}

const ownedBy = ({ restaurant }: SignedUp, step: Step): Step =>
  JSON.parse(JSON.stringify(step).replaceAll(OWN, restaurant.id)) as Step;

const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};
const instant = (ms: number) => new Date(START + ms).toISOString();

/** A tablet of the restaurant without a network. */
export interface Stranded {
  tablet(): Tablet;
  /** Makes the step through the sync layer, at its minute. */
  mutate(step: Step, minute: number): Promise<Ticket>;
  /** The page dies and loads again from what is on disk. */
  reload(): Promise<void>;
  /** The network returns. `isDeaf`: requests arrive, but their answers are lost. */
  comeBack(options: { afterMinutes: number | undefined; isDeaf?: boolean }): Promise<void>;
}

/** Loads everything while the network is up, then takes it down. */
export async function strand({ app, offline }: Twins): Promise<Stranded> {
  const api = httpTransport('http://localhost/backend', () => offline.token, ((input, init) =>
    app.fetch(new Request(input, init))) as typeof fetch);
  let network: 'up' | 'down' | 'deaf' = 'up';
  const request =
    <B, A>(over: (body: B) => Promise<A>) =>
    async (body: B) => {
      if (network === 'down') return { kind: 'unanswered' as const };
      const answer = await over(body);
      return network === 'deaf' ? { kind: 'unanswered' as const } : answer;
    };
  const transport: Transport = { push: request(api.push), pull: request(api.pull) };
  const disk = makeDisk();
  const time = makeTime(START);
  const open = () => openTablet({ transport, disk, time, isOffline: () => network === 'down' });
  let tablet = await open();
  await tablet.load();
  network = 'down';
  return {
    tablet: () => tablet,
    async mutate(step, minute) {
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

/** Everything that the database stores of a restaurant's trade, including deleted rows and rows that no device receives. */
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

/** Everything that the API gives a new device of the restaurant. */
export async function holdings({ app }: Twins, owner: SignedUp): Promise<Map<string, object>> {
  return apply((await pullAll(device(app, owner), null)).pages);
}
