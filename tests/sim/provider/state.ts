import type { WhatsappDouble } from '../../support/doubles/graph/graph.ts';
import type { DoubleCustomer, DoubleNumber } from '../../support/doubles/graph/state.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { TestApp } from '../../support/server.ts';
import type { SignedUp } from '../../support/sign-up.ts';
import type { Device } from './devices.ts';
import type { Judge } from './judge.ts';
import type { ProviderNetwork } from './provider-network.ts';
import type { Webhooks } from './webhooks.ts';

export interface Host {
  app: TestApp;
  double: WhatsappDouble;
  appSecret: string;
}

/** A history under way. */
export interface History extends Host {
  owner: SignedUp;
  number: DoubleNumber;
  customers: DoubleCustomer[];
  devices: Device[];
  judge: Judge;
  webhooks: Webhooks;
  network: ProviderNetwork;
  /** What people and WhatsApp do. */
  random: Seeded;
  /** How often each thing happened. */
  counts: Map<string, number>;
  count(what: string): void;
  /** True while the end is near: nothing goes wrong any more. */
  isCalm: boolean;
  /** Echoes that the server has taken and not applied yet. */
  echoes: { customer: string; at: number }[];
  /** Keys of mutations that the judge has heard of. */
  heard: Set<string>;
  /** True while something happens during a request of the server. */
  isBusy: boolean;
  /** The next number of a text: each is known again wherever it appears. */
  nextNumber(): number;
}
