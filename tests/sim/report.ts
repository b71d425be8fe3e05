import type { Worked } from './workers.ts';
import { faults } from './plan.ts';
import { idleness, list } from './tally.ts';

/** Prints what was played and found. Returns true if nothing is wrong. */
export function report({ tally, histories, seconds, unused }: Worked, seed: number): boolean {
  const { counts, operations } = tally;
  const of = (isOf: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(counts).filter(([name, n]) => n > 0 && isOf(name)));
  const isFault = (name: string) => faults.includes(name as (typeof faults)[number]);
  const isNetwork = (name: string) => name.startsWith('network ');
  const [kinds, network] = [of(isFault), of(isNetwork)];
  const where = [
    ...(histories.model > 0 ? [`${histories.model} on the model of the server`] : []),
    ...(histories.api > 0 ? [`${histories.api} on the API and PostgreSQL`] : []),
  ];
  console.log(
    `\n${tally.histories} histories from seed ${seed} (${where.join(', ')}), ${operations} operations, ` +
      `${Object.keys(kinds).length} kinds of fault beside the network's ${Object.keys(network).length}, ` +
      `${seconds.toFixed(1)} s, ${Math.round(operations / Math.max(seconds, 0.001))} operations a second`,
  );
  console.log(`faults: ${list(kinds)}`);
  console.log(`network: ${list(Object.fromEntries(Object.entries(network).map(([name, n]) => [name.slice(8), n])))}`);
  console.log(`what happened: ${list(of((name) => !isFault(name) && !isNetwork(name)))}`);
  console.log(`violations: ${tally.failures.length}`);
  for (const file of unused) console.error(`The patch of ${file} was never loaded`);
  const idle = idleness({ operations, counts });
  for (const name of idle) console.error(`The walk is idle: no ${name} in ${operations} operations`);
  return tally.failures.length === 0 && idle.length === 0;
}
