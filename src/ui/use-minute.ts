import { useSyncExternalStore } from 'react';
import { clock } from '../lib/clock.ts';

const minutes = clock((now) => 60_000 - (now % 60_000) + 20);

/** The present time, epoch ms, moved on once a minute: for ages and due times. */
export const useMinute = (): number => useSyncExternalStore(minutes.subscribe, minutes.now);
