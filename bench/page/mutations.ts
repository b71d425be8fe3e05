import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { openFor } from '../../src/data/current.ts';
import { useRows } from '../../src/data/live.ts';
import { mutate } from '../../src/data/mutate.ts';
import type { Mirrored } from '../../src/data/db.ts';
import { setAvailability } from '../../src/features/menu/mutations.ts';
import { itemOf, openRaw, switchRaw } from './raw.ts';

/** One tap, ms from the click. */
export interface MeasuredMutation {
  inDomMs: number;
  durableMs: number;
  /** Whether the change was in the DOM when the next animation frame began. */
  isInNextFrame: boolean;
}

export interface MeasuredMutations {
  raw: MeasuredMutation[];
  layer: MeasuredMutation[];
}

declare global {
  interface Window {
    /** Taps both ways alternately, so that both meet the same machine load. */
    measureMutations(count: number): Promise<MeasuredMutations>;
    /** In the other tab: shows these dishes live, both ways. */
    showDishes(layer: string[], raw: string[]): Promise<void>;
    /** When the other tab had the change in its DOM, epoch ms with fractions. */
    seenAt(id: string): Promise<number>;
    /** Ids of dishes that were not touched yet. */
    freshDishes(count: number): Promise<string[]>;
    /** Taps one way; returns when, epoch ms with fractions. */
    mutateOne(id: string, variant: 'layer' | 'raw'): Promise<number>;
  }
}

const query = new URLSearchParams(location.search);
const user = query.get('user')!;
const restaurant = query.get('restaurant')!;
const SHOWN = 20;

type Item = Mirrored<'menu_items'>;

function ItemList({ ids }: { ids: string[] }) {
  const items = useRows(
    'menu_items',
    async (db) => (await db.menu_items.bulkGet(ids)).filter((item) => item !== undefined),
    [ids.join()],
  );
  return items?.map((item) =>
    h(
      'li',
      { key: item.id },
      h('button', { id: `layer-${item.id}`, onClick: () => turnOff(item) }, `${item.name} ${item.availability_status}`),
    ),
  );
}

let lastTicket: Promise<void> = Promise.resolve();
function turnOff(item: Item): void {
  lastTicket = mutate(setAvailability, {
    path: { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id },
    body: { availability_status: 'sold_out', duration: 'indefinite' },
  }).durable;
}

window.measureMutations = async (count) => {
  const { db } = openFor(user, restaurant);
  await db.open();
  const raw = await openRaw(db.name);
  const items = (await db.menu_items.toArray()).filter(
    (item) => item.availability_status === 'available' && !item._sync,
  );
  if (items.length < count * 2) throw new Error(`There are ${items.length} dishes for ${count * 2} taps`);
  const root = createRoot(document.querySelector('#layer')!);
  const measured: MeasuredMutations = { raw: [], layer: [] };
  for (let from = 0; from < count; from += SHOWN) {
    const some = Math.min(SHOWN, count - from);
    const ofLayer = items.slice(from * 2, from * 2 + some);
    const ofRaw = items.slice(from * 2 + some, (from + some) * 2);
    root.render(h(ItemList, { ids: ofLayer.map((item) => item.id) }));
    listRaw(raw, ofRaw);
    await shown(`layer-${ofLayer.at(-1)!.id}`);
    for (let i = 0; i < some; i++) {
      measured.layer.push(await measureMutation(`layer-${ofLayer[i]!.id}`));
      measured.raw.push(await measureMutation(`raw-${ofRaw[i]!.id}`));
    }
  }
  return measured;
};

const now = () => performance.timeOrigin + performance.now();
const seen = new Map<string, number>();
/** What a page without the layer must tell its other tabs. */
const channel = new BroadcastChannel('bench-taps');

window.freshDishes = async (count) => {
  const { db } = openFor(user, restaurant);
  await db.open();
  const items = await db.menu_items.filter((item) => item.availability_status === 'available' && !item._sync).toArray();
  if (items.length < count) throw new Error(`There are ${items.length} dishes that nobody has touched`);
  return items.slice(0, count).map((item) => item.id);
};

window.showDishes = async (ofLayer, ofRaw) => {
  const { db } = openFor(user, restaurant);
  await db.open();
  const raw = await openRaw(db.name);
  createRoot(document.querySelector('#layer')!).render(h(ItemList, { ids: ofLayer }));
  listRaw(raw, (await db.menu_items.bulkGet(ofRaw)) as Item[]);
  await shown(`layer-${ofLayer.at(-1)!}`);
  channel.addEventListener('message', (event: MessageEvent<string>) => {
    void itemOf(raw, event.data).then((item) => {
      document.getElementById(`raw-${item.id}`)!.textContent = `${item.name} ${item.availability_status}`;
    });
  });
  const observer = new MutationObserver((changes) => {
    const at = now();
    for (const { target } of changes) {
      const id = (target instanceof Element ? target : target.parentElement)?.closest('button')?.id;
      if (id && !seen.has(id)) seen.set(id, at);
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
};

window.seenAt = async (id) => {
  while (!seen.has(id)) await new Promise((resolve) => setTimeout(resolve, 5));
  return seen.get(id)!;
};

window.mutateOne = async (id, variant) => {
  const { db } = openFor(user, restaurant);
  const item = (await db.menu_items.get(id))!;
  const raw = await (rawDb ??= openRaw(db.name));
  await frame();
  const at = now();
  if (variant === 'layer') turnOff(item);
  else void switchRaw(raw, id, entryLike(item)).then(() => channel.postMessage(id));
  return at;
};

let rawDb: Promise<IDBDatabase> | null = null;

function listRaw(raw: IDBDatabase, items: Item[]): void {
  document.querySelector('#raw')!.replaceChildren(
    ...items.map((item) => {
      const button = document.createElement('button');
      button.id = `raw-${item.id}`;
      button.textContent = `${item.name} available`;
      button.addEventListener('click', () => {
        lastTicket = switchRaw(raw, item.id, entryLike(item));
        void lastTicket.then(() => (button.textContent = `${item.name} sold_out`));
      });
      const row = document.createElement('li');
      row.append(button);
      return row;
    }),
  );
}

/** As large as what the layer writes, with the same indexed fields. */
const entryLike = (item: Item) => ({
  mid: null,
  key: crypto.randomUUID(),
  call: 'menu.setAvailability',
  ver: 1,
  path: { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id },
  body: {
    availability_status: 'sold_out',
    duration: 'indefinite',
    occurred_at: new Date().toISOString(),
    op_id: crypto.randomUUID(),
  },
  touches: [`menu_items:${item.id}`],
  occurredAt: new Date().toISOString(),
  wasOffline: false,
  deviceName: 'This device',
  state: 'queued',
  attempts: 0,
  firstTryAt: null,
  nextAt: 0,
  lease: null,
  ackVersion: null,
  notice: null,
});

async function measureMutation(id: string): Promise<MeasuredMutation> {
  const button = document.getElementById(id)!;
  const before = button.textContent;
  // Taps come at any moment of a frame, on an idle screen.
  await frame();
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 16));
  const { promise: inDom, resolve: sawIt } = Promise.withResolvers<number>();
  const observer = new MutationObserver(() => {
    if (button.textContent !== before) sawIt(performance.now());
  });
  observer.observe(button, { childList: true, characterData: true, subtree: true });
  const nextFrame = frame().then(() => button.textContent !== before);
  const start = performance.now();
  button.click();
  const durable = lastTicket.then(() => performance.now());
  const [domAt, durableAt, isInNextFrame] = await Promise.all([inDom, durable, nextFrame]);
  observer.disconnect();
  return { inDomMs: domAt - start, durableMs: durableAt - start, isInNextFrame };
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

async function shown(id: string): Promise<void> {
  while (!document.getElementById(id)) await frame();
}
