import { useEffect, useState } from 'react';

/** Seconds left until a moment that `begin` sets. Uses the clock, so that a tablet that slept is not behind. */
export function useCountdown(initialSeconds = 0): { left: number; begin: (seconds: number) => void } {
  const [now, setNow] = useState(() => Date.now());
  const [until, setUntil] = useState(now + initialSeconds * 1_000);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [left]);
  return {
    left,
    begin(seconds) {
      // Read the clock once: a millisecond between two readings would count as a second.
      const start = Date.now();
      setNow(start);
      setUntil(start + seconds * 1_000);
    },
  };
}

/** 42 → "0:42", 900 → "15:00". */
export const countdownLabel = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
