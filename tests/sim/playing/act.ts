import type { Seeded } from '../../support/seeded.ts';
import type { Poison } from '../model/space.ts';
import type { Op } from '../plan.ts';
import { ticks } from '../settled.ts';
import type { Simulation } from '../environment/simulation.ts';
import { makeMutation, giveUp, isTried, takeBack, tidy, dealTwice, elsewhere, logOut } from './actions.ts';
import { settle } from './settle.ts';
import { checkRetryInterval, checkOutdatedPages } from './reactions.ts';
import {
  behindTheBack,
  setOnline,
  tear,
  overtake,
  meanwhile,
  damage,
  delayPage,
  hidePage,
  refuseAll,
  refusePushes,
  steal,
  purgeDuringLoad,
} from './trouble.ts';

/** Performs one operation of a plan. */
export async function act(sim: Simulation, op: Op, random: Seeded): Promise<void> {
  const { wire, time, plan } = sim;
  const device = sim.devices[op.device % sim.devices.length]!;
  const tab = device.tabs[op.tab % Math.max(1, device.tabs.length)] ?? sim.open(device);
  const { backend } = device.account ?? sim.accounts[0]!;
  switch (op.do) {
    case 'mutate':
      makeMutation(sim, device, tab, random);
      return;
    case 'burst': {
      // The device makes several mutations offline and comes back online.
      setOnline(device, false);
      for (let n = random.between(2, 6); n > 0; n -= 1) makeMutation(sim, device, tab, random);
      await settle(sim);
      return setOnline(device, true);
    }
    case 'deal twice':
      return dealTwice(sim, device, random);
    case 'tidy':
      if (op.dice % 8 > 0 || !device.isOnline) return tidy(sim, device, tab, random);
      setOnline(device, false);
      await takeBack(sim, device, tab, random);
      return setOnline(device, true);
    case 'elsewhere':
      return elsewhere(sim, random);
    case 'elsewhere burst': {
      // Others change several rows, one after the other.
      for (let n = random.between(2, 5); n > 0; n -= 1) await elsewhere(sim, random);
      return;
    }
    case 'import':
      return backend.importDishes(random, time.now());
    case 'rush': {
      // More mutations than one push takes, by number or by size.
      setOnline(device, false);
      const isLong = op.dice % 2 === 0 && backend.truth !== null;
      const pendingCount = () => (tab && device.disk.raw(tab.database)?.all('outbox').length) ?? 0;
      for (let round = 0; round < 4 && pendingCount() < 56; round++) {
        for (let n = 56 - pendingCount(); n > 0; n -= 1) makeMutation(sim, device, tab, random, { isLong });
        await settle(sim);
      }
      return setOnline(device, true);
    }
    case 'pass':
      return time.pass(random.pick([50, 500, 2_000, 10_000, 40_000, 70_000]), () => settle(sim));
    case 'long pass':
      // Settle first, so that pending work sets its timers: virtual time cannot pass inside a step without timers.
      await settle(sim);
      await time.pass(600_000, () => settle(sim));
      return checkRetryInterval(sim);
    case 'open tab':
      if (device.tabs.length < 3) sim.open(device);
      return;
    case 'leave tab':
      if (tab) {
        if (random.chance(0.7)) makeMutation(sim, device, tab, random);
        await ticks(random.between(0, 6));
        sim.close(device, tab);
        if (device.tabs.length === 0) sim.open(device);
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
      if (device.account === null) device.account = sim.accounts[0]!;
      if (device.tabs.length === 0) sim.open(device);
      if (wasSealed) for (const other of device.tabs) other.callLoop((loop) => loop.now());
      return;
    }
    case 'thaw':
      return device.tabs.forEach((other) => other.thaw());
    case 'kill tab':
      if (!tab) return;
      if (random.chance(0.6)) makeMutation(sim, device, tab, random);
      await ticks(random.between(0, 25));
      sim.close(device, tab);
      if (device.account) sim.bookOf(device, device.account).recheck('a crash');
      if (device.tabs.length === 0) sim.open(device);
      return;
    case 'freeze':
      if (!tab) return;
      if (random.chance(0.5)) makeMutation(sim, device, tab, random);
      await ticks(random.between(0, 20));
      return tab.freeze();
    case 'steal lock':
      if (device.account) steal(sim, device, device.account, random);
      return;
    case 'kill server':
      await ticks(random.between(0, 10));
      wire.killServer();
      await backend.crash();
      wire.isServerDown = random.chance(0.4);
      return;
    case 'quota':
      device.disk.fillUp(random.between(0, 8), random.between(1, 12));
      if (tab) makeMutation(sim, device, tab, random);
      meanwhile(sim, device, random);
      if (!tab || op.dice % 3 > 0) return;
      await settle(sim);
      for (const failed of tab.store.unsavedMutations.list().filter(isTried)) giveUp(sim, failed);
      return;
    case 'connection lost':
      if (!tab) return;
      if (random.chance(0.7)) makeMutation(sim, device, tab, random);
      await ticks(random.between(0, 20));
      tab.loseConnections();
      return meanwhile(sim, device, random);
    case 'power lost':
      if (tab && random.chance(0.7)) makeMutation(sim, device, tab, random);
      await ticks(random.between(0, 25));
      for (const other of device.tabs) sim.close(device, other);
      await ticks(3);
      device.disk.losePower();
      if (device.account) sim.bookOf(device, device.account).recheck('a loss of power');
      sim.open(device);
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
      if (tab) for (const other of device.tabs) other.callLoop((loop) => loop.kick());
      if (op.dice % 3 === 0) return refuseAll(sim, device, tab, random);
      return op.dice % 6 === 1 ? refusePushes(sim, device, tab, random) : undefined;
    }
    case 'poison': {
      const isOnApi = backend.truth === null;
      const kinds: Poison[] = ['once', 'once', 'stored', 'stored', 'stubborn', 'unreadable'];
      const kind = random.pick(isOnApi ? kinds.slice(0, 4) : kinds);
      // PostgreSQL must know the poisoned rows before the mutation arrives.
      if (isOnApi) setOnline(device, false);
      const key = tab && makeMutation(sim, device, tab, random);
      const touches = sim.mutations.get(key ?? '')?.touches ?? [];
      if (key && (await backend.poison(key, kind, touches))) sim.count(`poison ${kind}`);
      if (isOnApi) setOnline(device, true);
      return;
    }
    case 'upgrade': {
      if (!tab || device.code === sim.codes.later) return;
      // Open a tab of the new code beside the old ones, and make a mutation in each.
      device.code = sim.codes.later;
      const opened = sim.open(device);
      for (const old of [tab, opened]) if (old) makeMutation(sim, device, old, random);
      await ticks(random.between(0, 30));
      makeMutation(sim, device, tab, random);
      await settle(sim);
      await checkOutdatedPages(sim, device);
      // People reload outdated pages.
      for (const old of device.tabs.filter((other) => other.store.isOutdated && other !== opened)) {
        sim.close(device, old);
      }
      return;
    }
    case 'purge':
      if (op.dice % 3 === 0) return hidePage(sim, device);
      // The API never forgets counts. Requests sent before the purge must not arrive after it, or they would start the counts anew.
      wire.passMonth();
      return backend.purge(op.dice % 2 === 0);
    case 'restore':
      // The model is restored in the middle of requests, PostgreSQL between two calls.
      if (op.dice % 3 === 1) {
        // What happens during the next seconds is lost.
        await backend.backUp();
        for (let n = random.between(1, 4); n > 0; n -= 1) makeMutation(sim, device, tab, random);
        await time.pass(10_000, () => settle(sim));
      }
      if (random.chance(0.7)) makeMutation(sim, device, tab, random);
      if (backend.truth) await ticks(random.between(0, 40));
      else await settle(sim);
      if (await backend.restore(`epoch-${op.dice}`)) sim.restores += 1;
      // Others write more than was lost before this device learns of the restore.
      if (op.dice % 3 === 1) await behindTheBack(sim, device, random);
      if (op.dice % 4 > 0 || !backend.truth) return;
      // Restore again during the fresh load.
      await ticks(random.between(0, 60));
      if (await backend.restore(`epoch-${op.dice} again`)) sim.restores += 1;
      return;
    case 'logout':
      return logOut(sim, device, random);
    case 'other user': {
      if (!device.account) return;
      // The tablet changes owners. The first owner's mutations stay on it, sealed.
      const [next] = sim.accounts.filter((account) => account !== device.account);
      for (const other of device.tabs) {
        sim.close(device, other);
      }
      device.account = next!;
      device.isTokenDead = false;
      sim.open(device);
      return;
    }
    case 'evict': {
      if (!device.account) return;
      const book = sim.bookOf(device, device.account);
      for (const other of device.tabs) sim.close(device, other);
      await settle(sim);
      device.disk.evict(book.database);
      device.memory.clear();
      for (const account of sim.accounts) sim.lastMutations.delete(sim.databaseOf(device, account));
      // Rescued mutations of another owner's page are evicted, too.
      for (const mutation of sim.mutations.values())
        if (mutation.tab.startsWith(`${device.name} `)) mutation.isAside = false;
      book.forget();
      sim.open(device);
      return;
    }
    case 'clock jump':
      return sim.jump(device, random.pick([-86_400_000, -3_600_000, -5_000, 5_000, 3_600_000, 86_400_000]));
    case 'torn delta':
      return tear(sim, device, tab, random);
    case 'purge during load':
      return op.dice % 2 === 0 ? purgeDuringLoad(sim, device, random) : delayPage(sim, device, random);
    case 'late answer':
      return overtake(sim, device, random);
    case 'damage':
      return damage(sim, device, tab, random);
    case 'fault rate':
      wire.faultRate = wire.faultRate === 0 ? plan.faultRate : random.pick([0, 0, 0.1, 0.5]);
      return;
  }
}
