import { useSyncExternalStore } from 'react';
import { clock } from '../lib/clock.ts';
import { onServerOffset, serverOffset } from '../lib/server-now.ts';

const minutes = clock((now) => 60_000 - ((now + serverOffset()) % 60_000) + 20);

const subscribe = (listener: () => void) => {
  const leaves = [minutes.subscribe(listener), onServerOffset(listener)];
  return () => leaves.forEach((leave) => leave());
};
const read = () => minutes.now() + serverOffset();

/** The current time by the server's clock, epoch ms, updated once a minute: for ages and due times. */
export const useMinute = (): number => useSyncExternalStore(subscribe, read, read);
