import type { Page } from 'playwright-core';
import type pg from 'pg';
import type { Galley } from '../../e2e/galley.ts';
import type { Kitchen } from '../../e2e/kitchen.ts';
import type { Device } from '../../support/device.ts';
import type { ChaosProxy } from '../../support/proxy.ts';
import type { Seeded } from '../../support/seeded.ts';

/** The faults. */
export const faults = [
  'kill server',
  'kill database',
  'kill browser',
  'kill tab',
  'close tab',
  'reload',
  'offline',
  'cut',
  'fault rate',
] as const;

/** All operations. Drawing a lasting fault again ends it. */
export const kinds = [...faults, 'turn', 'step', 'elsewhere', 'pass'] as const;
export type Kind = (typeof kinds)[number];
export type Done = Kind | 'start server' | 'online' | 'mend';

/** What all histories of one run share. */
export interface Host {
  galley: Galley;
  owner: pg.Pool;
  network: ChaosProxy;
}

export interface RealSimulation extends Host {
  seed: number;
  random: Seeded;
  kitchen: Kitchen;
  device: Device;
  /** The tab with the menu; `orders` is the other one. */
  items: Page;
  orders: Page;
  /** By dish: whether the person turned it off. Both values if the browser died at the toggle. */
  isOff: Map<string, Set<boolean>>;
  /** Steps that the person took, by order number. */
  steps: Map<string, string[]>;
  /** Mutations that must be stored. `unsure`: those whose tab died around the time they were stored. */
  made: number;
  unsure: number;
  isServerUp: boolean;
  /** False: the browser knows that it is offline. */
  isOnline: boolean;
  /** True: every connection fails, but the browser believes that it is online. */
  isCut: boolean;
  counts: Map<string, number>;
  violations: string[];
}

/** Others toggle the dishes from this index on. */
export const OWN = 6;
export const ordersPath = '/restaurant/orders?date=all';
