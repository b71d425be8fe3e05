import { useSyncExternalStore } from 'react';

/** `locked`: the browser lets no page sound before a first touch. */
export type Sound = 'on' | 'off' | 'locked';

export interface BellState {
  sound: Sound;
  isRinging: boolean;
  isUrgent: boolean;
  /** Orders that nobody has answered, whether they still ring here or not. */
  unanswered: number;
  /** What one touch of the bell does at once: silence what rings, turn on what is off, else let it be heard. */
  touch: () => void;
}

export const bellSounds = ['bell', 'chime', 'loud'] as const;

/** How this device rings; kept with what else belongs to the device. */
export interface BellSettings {
  sound: (typeof bellSounds)[number];
  /** 10 to 100. */
  volume: number;
  repeatSeconds: number;
  /** The business day on which it was silenced: the next day's shift hears it again. */
  mutedOn: string | null;
}

export const defaultBell = (): BellSettings => ({ sound: 'bell', volume: 60, repeatSeconds: 5, mutedOn: null });

/** Another version may have left something else under its name. */
export const isBellSettings = (value: unknown): value is BellSettings => {
  const { sound, volume, repeatSeconds, mutedOn } = (value ?? {}) as Partial<Record<keyof BellSettings, unknown>>;
  return (
    bellSounds.includes(sound as BellSettings['sound']) &&
    typeof volume === 'number' &&
    typeof repeatSeconds === 'number' &&
    repeatSeconds >= 1 &&
    (mutedOn === null || typeof mutedOn === 'string')
  );
};

/** Before its code is there, and when that does not come. */
export const silentBell = (sound: 'off' | 'locked'): BellState => ({
  sound,
  isRinging: false,
  isUrgent: false,
  unanswered: 0,
  touch: () => undefined,
});

let state = silentBell('locked');
const listeners = new Set<() => void>();

/** What the bell of this page does, for whoever shows it. The ringer alone sets it. */
export const useBell = (): BellState => useSyncExternalStore(subscribe, () => state);

export function setBell(next: BellState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
