import type { Page } from 'playwright-core';
import type pg from 'pg';
import type { Galley } from '../../e2e/galley.ts';
import type { Kitchen } from '../../e2e/kitchen.ts';
import type { Device } from '../../support/device.ts';
import type { ChaosProxy } from '../../support/proxy.ts';
import type { Seeded } from '../../support/seeded.ts';

/** What is made to go wrong. */
export const faults = [
  'kill server',
  'kill database',
  'kill browser',
  'kill tab',
  'close tab',
  'reload',
  'offline',
  'cut',
  'weather',
] as const;

/** What is drawn. A fault that lasts is ended by the same operation, drawn again. */
export const kinds = [...faults, 'turn', 'step', 'elsewhere', 'pass'] as const;
export type Kind = (typeof kinds)[number];
export type Done = Kind | 'start server' | 'online' | 'mend';

/** What the histories of one run have in common. */
export interface Host {
  galley: Galley;
  owner: pg.Pool;
  network: ChaosProxy;
}

export interface World extends Host {
  seed: number;
  random: Seeded;
  kitchen: Kitchen;
  device: Device;
  /** The two tabs. */
  items: Page;
  orders: Page;
  /** Which dishes are off for the person who turned them; both values where the browser died at the tap. */
  isOff: Map<string, Set<boolean>>;
  /** Steps that the person took, by order. */
  steps: Map<string, string[]>;
  /** Taps that the device has to know of, and those that died with their tab before they were on its disk or just after. */
  made: number;
  unsure: number;
  isServerUp: boolean;
  /** The browser knows that there is no network. */
  isOnline: boolean;
  /** Every connection breaks, and the browser believes that there is a network. */
  isCut: boolean;
  counts: Map<string, number>;
  violations: string[];
}

/** Dishes from here on are turned by somebody else. */
export const OWN = 6;
export const ordersPath = '/restaurant/orders?date=all';
