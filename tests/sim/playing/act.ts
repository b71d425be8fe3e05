import type { Seeded } from '../../support/seeded.ts';
import type { Poison } from '../model/space.ts';
import type { Op } from '../plan.ts';
import { ticks } from '../settled.ts';
import type { SimWorld } from '../world/world.ts';
import { makeMutation, giveUp, isTried, rescued, takeBack, tidy, dealTwice, elsewhere, logOut } from './actions.ts';
import { settle } from './settle.ts';
import { stillAsks, tellOld } from './reactions.ts';
import {
  behindTheBack,
  setOnline,
  tear,
  overtake,
  meanwhile,
  damage,
  hidePage,
  refuseAll,
  refusePushes,
  steal,
  purgeDuringLoad,
} from './trouble.ts';

/** One operation of a plan: what people do, what others do, what goes wrong. */
export async function act(world: SimWorld, op: Op, random: Seeded): Promise<void> {
  const { wire, time, plan } = world;
  const device = world.devices[op.device % world.devices.length]!;
  const tab = device.tabs[op.tab % Math.max(1, device.tabs.length)] ?? world.open(device);
  const { backend } = device.account ?? world.accounts[0]!;
  switch (op.do) {
    case 'tap':
      makeMutation(world, device, tab, random);
      return;
    case 'burst': {
      // A device goes down to the cellar, and comes up again.
      setOnline(device, false);
      for (let n = random.between(2, 6); n > 0; n -= 1) makeMutation(world, device, tab, random);
      await settle(world);
      return setOnline(device, true);
    }
    case 'deal twice':
      return dealTwice(world, device, random);
    case 'tidy':
      if (op.dice % 8 > 0 || !device.isOnline) return tidy(world, device, tab, random);
      setOnline(device, false);
      await takeBack(world, device, tab, random);
      return setOnline(device, true);
    case 'elsewhere':
      return elsewhere(world, random);
    case 'news': {
      // Of one evening: several rows change while a device looks away.
      for (let n = random.between(2, 5); n > 0; n -= 1) await elsewhere(world, random);
      return;
    }
    case 'import':
      return backend.importDishes(random, time.now());
    case 'rush': {
      // More than one push takes, by number or by length.
      setOnline(device, false);
      const isLong = op.dice % 2 === 0 && backend.truth !== null;
      const waiting = () => (tab && device.disk.raw(tab.database)?.all('outbox').length) ?? 0;
      for (let round = 0; round < 4 && waiting() < 56; round++) {
        for (let n = 56 - waiting(); n > 0; n -= 1) makeMutation(world, device, tab, random, { isLong });
        await settle(world);
      }
      return setOnline(device, true);
    }
    case 'pass':
      return time.pass(random.pick([50, 500, 2_000, 10_000, 40_000, 70_000]), () => settle(world));
    case 'long pass':
      // Who is just about to wait sets its timer first: time passes in no step where there is none.
      await settle(world);
      await time.pass(600_000, () => settle(world));
      return stillAsks(world);
    case 'open tab':
      if (device.tabs.length < 3) world.open(device);
      return;
    case 'leave tab':
      if (tab) {
        if (random.chance(0.7)) makeMutation(world, device, tab, random);
        await ticks(random.between(0, 6));
        rescued(world, tab);
        world.close(device, tab, 'leave');
        if (device.tabs.length === 0) world.open(device);
      }
      return;
    case 'release': {
      const [release] = wire.held.splice(random.between(0, Math.max(0, wire.held.length - 1)), 1);
      return release?.();
    }
    case 'back up':
      return backend.backUp();
    case 'sign in': {
      const wasSealed = device.isTokenDead || device.account === null;
      device.isTokenDead = false;
      if (device.account === null) device.account = world.accounts[0]!;
      if (device.tabs.length === 0) world.open(device);
      if (wasSealed) for (const other of device.tabs) other.hear((loop) => loop.now());
      return;
    }
    case 'thaw':
      return device.tabs.forEach((other) => other.thaw());
    case 'kill tab':
      if (!tab) return;
      if (random.chance(0.6)) makeMutation(world, device, tab, random);
      await ticks(random.between(0, 25));
      world.close(device, tab, 'kill');
      if (device.account) world.bookOf(device, device.account).recheck('a crash');
      if (device.tabs.length === 0) world.open(device);
      return;
    case 'freeze':
      if (!tab) return;
      if (random.chance(0.5)) makeMutation(world, device, tab, random);
      await ticks(random.between(0, 20));
      return tab.freeze();
    case 'steal lock':
      if (device.account) steal(world, device, device.account, random);
      return;
    case 'kill server':
      await ticks(random.between(0, 10));
      wire.killServer();
      await backend.crash();
      wire.isServerDown = random.chance(0.4);
      return;
    case 'quota':
      device.disk.fillUp(random.between(0, 8), random.between(1, 12));
      if (tab) makeMutation(world, device, tab, random);
      meanwhile(world, device, random);
      if (!tab || op.dice % 3 > 0) return;
      await settle(world);
      for (const failed of tab.store.unsavedMutations.list().filter(isTried)) giveUp(world, failed);
      return;
    case 'connection lost':
      if (!tab) return;
      if (random.chance(0.7)) makeMutation(world, device, tab, random);
      await ticks(random.between(0, 20));
      tab.loseConnections();
      return meanwhile(world, device, random);
    case 'power lost':
      if (tab && random.chance(0.7)) makeMutation(world, device, tab, random);
      await ticks(random.between(0, 25));
      for (const other of device.tabs) world.close(device, other, 'kill');
      await ticks(3);
      device.disk.losePower();
      if (device.account) world.bookOf(device, device.account).recheck('a loss of power');
      world.open(device);
      return;
    case 'token dead':
      device.isTokenDead = true;
      return;
    case 'offline':
      return setOnline(device, !device.isOnline);
    case 'partition':
      device.isCut = !device.isCut;
      return;
    case 'status': {
      const status = random.pick([400, 403, 404, 408, 409, 413, 422, 426, 429, 500, 502, 503]);
      wire.scripted.set(device.name, { status, count: random.between(1, 3) });
      if (tab) for (const other of device.tabs) other.hear((loop) => loop.kick());
      if (op.dice % 3 === 0) return refuseAll(world, device, tab, random);
      return op.dice % 6 === 1 ? refusePushes(world, device, tab, random) : undefined;
    }
    case 'poison': {
      const isOnApi = backend.truth === null;
      const kinds: Poison[] = ['once', 'once', 'stored', 'stored', 'stubborn', 'unreadable'];
      const kind = random.pick(isOnApi ? kinds.slice(0, 4) : kinds);
      // PostgreSQL has to be told before the change arrives.
      if (isOnApi) setOnline(device, false);
      const key = tab && makeMutation(world, device, tab, random);
      const touches = world.taps.get(key ?? '')?.touches ?? [];
      if (key && (await backend.poison(key, kind, touches))) world.count(`poison ${kind}`);
      if (isOnApi) setOnline(device, true);
      return;
    }
    case 'upgrade': {
      if (!tab || device.code === world.codes.later) return;
      // A tab of the new code beside those of the old one, and a tap in each.
      device.code = world.codes.later;
      const opened = world.open(device);
      for (const old of [tab, opened]) if (old) makeMutation(world, device, old, random);
      await ticks(random.between(0, 30));
      makeMutation(world, device, tab, random);
      await settle(world);
      await tellOld(world, device);
      // The people reload what is too old.
      for (const old of device.tabs.filter((other) => other.store.isOutdated && other !== opened)) {
        rescued(world, old);
        world.close(device, old, 'leave');
      }
      return;
    }
    case 'purge':
      if (op.dice % 3 === 0) return hidePage(world, device);
      // The API keeps its counts for ever; a message that is older than the forgetting would begin them anew, and that is no server's.
      wire.passMonth();
      return backend.purge(op.dice % 2 === 0);
    case 'restore':
      // The model is restored in the middle of things, PostgreSQL between two calls.
      if (op.dice % 3 === 1) {
        // What is done in the minute before is lost.
        await backend.backUp();
        for (let n = random.between(1, 4); n > 0; n -= 1) makeMutation(world, device, tab, random);
        await time.pass(10_000, () => settle(world));
      }
      if (random.chance(0.7)) makeMutation(world, device, tab, random);
      if (backend.truth) await ticks(random.between(0, 40));
      else await settle(world);
      if (await backend.restore(`epoch-${op.dice}`)) world.restores += 1;
      // Others write more than was lost before this device hears of it.
      if (op.dice % 3 === 1) await behindTheBack(world, device, random);
      if (op.dice % 4 > 0 || !backend.truth) return;
      // Once more, while everything is loaded afresh.
      await ticks(random.between(0, 60));
      if (await backend.restore(`epoch-${op.dice} again`)) world.restores += 1;
      return;
    case 'logout':
      return logOut(world, device, random);
    case 'other user': {
      if (!device.account) return;
      // The tablet is handed on; the first owner's changes stay on it, sealed.
      const [next] = world.accounts.filter((account) => account !== device.account);
      for (const other of device.tabs) {
        rescued(world, other);
        world.close(device, other, 'leave');
      }
      device.account = next!;
      device.isTokenDead = false;
      world.open(device);
      return;
    }
    case 'evict': {
      if (!device.account) return;
      const book = world.bookOf(device, device.account);
      for (const other of device.tabs) world.close(device, other, 'kill');
      await settle(world);
      device.disk.evict(book.database);
      device.memory.clear();
      for (const account of world.accounts) world.lastTaps.delete(world.databaseOf(device, account));
      // What another owner's page had put aside has gone with it.
      for (const tapped of world.taps.values()) if (tapped.tab.startsWith(`${device.name} `)) tapped.isAside = false;
      book.forget();
      world.open(device);
      return;
    }
    case 'clock jump':
      return world.jump(device, random.pick([-86_400_000, -3_600_000, -5_000, 5_000, 3_600_000, 86_400_000]));
    case 'torn delta':
      return tear(world, device, tab, random);
    case 'purge during load':
      return purgeDuringLoad(world, device, random);
    case 'late answer':
      return overtake(world, device, random);
    case 'damage':
      return damage(world, device, tab, random);
    case 'weather':
      wire.weather = wire.weather === 0 ? plan.weather : random.pick([0, 0, 0.1, 0.5]);
      return;
  }
}
