import { useEffect, useState } from 'react';

/** `locked`: the browser lets no page sound before a first touch. */
export type BellState = 'on' | 'off' | 'locked';

const REPEAT_MS = 5_000;

let sound: AudioContext | null = null;
let isMuted = false;

/** Rings while `hasNew`, until it is answered on any device. Its state is always in sight, for a mute bell is a lost order. */
export function useBell(hasNew: boolean): { state: BellState; press: () => void } {
  const [state, setState] = useState<BellState>(readState);

  useEffect(() => {
    const unlock = () => {
      sound ??= new AudioContext();
      sound.onstatechange = () => setState(readState());
      void sound.resume().then(() => setState(readState()));
    };
    // A page that was used before it came here may sound at once.
    if (navigator.userActivation?.hasBeenActive) unlock();
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    return () => {
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, []);

  useEffect(() => {
    if (!hasNew || state !== 'on') return;
    ring();
    const timer = setInterval(ring, REPEAT_MS);
    return () => clearInterval(timer);
  }, [hasNew, state]);

  const press = () => {
    // The touch itself has unlocked it; then it turns the bell on rather than off.
    if (state !== 'locked') isMuted = !isMuted;
    setState(readState());
    if (!isMuted) ring();
  };
  return { state, press };
}

function readState(): BellState {
  if (isMuted) return 'off';
  return sound?.state === 'running' ? 'on' : 'locked';
}

/** Two notes, as a bell on the pass. */
function ring(): void {
  if (sound?.state !== 'running') return;
  for (const [hertz, after] of [
    [1318, 0],
    [1046, 0.25],
  ] as const) {
    const at = sound.currentTime + after;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.001, at);
    volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.9);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 1);
  }
}
