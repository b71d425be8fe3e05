/** The bell's sounds: tones with pitch, start and duration, in seconds. */
const sounds = {
  bell: {
    wave: 'sine',
    tones: [
      [1318, 0, 0.9],
      [1046, 0.25, 0.9],
    ],
  },
  chime: {
    wave: 'sine',
    tones: [
      [784, 0, 0.7],
      [988, 0.18, 0.7],
      [1175, 0.36, 1],
    ],
  },
  loud: {
    wave: 'square',
    tones: [
      [880, 0, 0.16],
      [1175, 0.2, 0.16],
      [880, 0.4, 0.16],
      [1175, 0.6, 0.3],
    ],
  },
} as const satisfies Record<string, { wave: OscillatorType; tones: readonly (readonly [number, number, number])[] }>;

export type SoundName = keyof typeof sounds;

let audio: AudioContext | null = null;

/** Whether this page may play sound now. */
export const isUnlocked = (): boolean => audio?.state === 'running';

/** Call it from a tap: from then on the browser lets the page play sound. */
export async function unlock(): Promise<void> {
  if (!audio) {
    audio = new AudioContext();
    audio.onstatechange = tell;
  }
  await audio.resume();
  tell();
}

const listeners = new Set<() => void>();

/** Called when the page may play sound, and when it no longer may. */
export function onUnlock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** `volume` from 0 to 1. Silent while the browser allows no sound. */
export function play(name: SoundName, volume: number): void {
  if (audio?.state !== 'running' || volume <= 0) return;
  const { wave, tones } = sounds[name];
  for (const [hertz, after, length] of tones) {
    const at = audio.currentTime + after;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0.001, at);
    gain.gain.exponentialRampToValueAtTime(volume, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.1);
  }
}
