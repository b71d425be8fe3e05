import { useSyncExternalStore } from 'react';

/** `locked`: the browser allows no sound before a first tap. */
export type Sound = 'on' | 'off' | 'locked';

export interface BellState {
  sound: Sound;
  isRinging: boolean;
  isUrgent: boolean;
  /** The number of unanswered orders, whether they still ring here or not. */
  unanswered: number;
  /** What one tap on the bell does: silence what rings, turn on what is off, otherwise play the sound. */
  touch: () => void;
}

export const bellSounds = ['bell', 'chime', 'loud'] as const;

/** How this device rings; stored with the device's other settings. */
export interface BellSettings {
  sound: (typeof bellSounds)[number];
  /** 10 to 100. */
  volume: number;
  /** 0: it rings once. */
  repeatSeconds: number;
  /** The business day on which it was muted; on the next day it rings again. */
  mutedOn: string | null;
}

export const defaultBell = (): BellSettings => ({ sound: 'bell', volume: 60, repeatSeconds: 5, mutedOn: null });

/** Checks a stored value, which another version may have written. */
export const isBellSettings = (value: unknown): value is BellSettings => {
  const { sound, volume, repeatSeconds, mutedOn } = (value ?? {}) as Partial<Record<keyof BellSettings, unknown>>;
  return (
    bellSounds.includes(sound as BellSettings['sound']) &&
    typeof volume === 'number' &&
    typeof repeatSeconds === 'number' &&
    repeatSeconds >= 0 &&
    (mutedOn === null || typeof mutedOn === 'string')
  );
};

/** The state before the ringer's code is loaded, and when it cannot be loaded. */
export const silentBell = (sound: 'off' | 'locked'): BellState => ({
  sound,
  isRinging: false,
  isUrgent: false,
  unanswered: 0,
  touch: () => undefined,
});

let state = silentBell('locked');
const listeners = new Set<() => void>();

/** The state of this page's bell. Only the ringer sets it. */
export const useBell = (): BellState => useSyncExternalStore(subscribe, () => state);

export function setBell(next: BellState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
