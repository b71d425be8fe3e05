import { useEffect, useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import { people } from '../../../../contract/kitchen-mode/calls.ts';
import { send } from '../../../api/send.ts';
import { keepAnswer, keptAnswer } from '../../../session/kept-answers.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';

/** Who may use this device, with what tells their PIN. */
export type DevicePerson = Reply<typeof people>[number];

const PEOPLE = 'people at this device';

/** As they were when the device could ask last. */
export const keptPeople = (): DevicePerson[] => (keptAnswer(PEOPLE) as DevicePerson[] | null) ?? [];

/** Asks who may use this device now. Null: the server cannot be reached. */
export async function refreshPeople(): Promise<DevicePerson[] | null> {
  const result = await send(people, {});
  if (!result.ok) return null;
  keepAnswer(PEOPLE, result.data);
  return result.data;
}

/** The kept ones at once, and those of the server as soon as it answers. */
export function useDevicePeople(): DevicePerson[] {
  const [shown, setShown] = useState(keptPeople);
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline) void refreshPeople().then((found) => found && setShown(found));
  }, [isOnline]);
  return shown;
}

const TRIES_MAX = 5;
/** As long as the server lets them wait. */
const WAIT_MS = 15 * 60_000;
interface Tries {
  wrong: number;
  /** Epoch ms. */
  since: number;
}
const triesName = (id: string) => `wrong PINs ${id}`;
const triesOf = (id: string, now: number): Tries => {
  const kept = keptAnswer(triesName(id)) as Tries | null;
  const age = now - (kept?.since ?? 0);
  return kept && age >= 0 && age < WAIT_MS ? kept : { wrong: 0, since: now };
};

/** How long this person has to wait after wrong PINs at this device, s; 0: may try. */
export function secondsToWait(id: string, now: number = Date.now()): number {
  const { wrong, since } = triesOf(id, now);
  return wrong < TRIES_MAX ? 0 : Math.ceil((since + WAIT_MS - now) / 1000);
}

export function countWrong(id: string, now: number = Date.now()): void {
  const { wrong, since } = triesOf(id, now);
  keepAnswer(triesName(id), { wrong: wrong + 1, since: wrong === 0 ? now : since });
}

export const forgetWrong = (id: string): void => keepAnswer(triesName(id), null);
