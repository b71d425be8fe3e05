import { clockWords } from './use-countdown.ts';

/** A wait: counts down for the eye by seconds, and for who listens by minutes. */
export function ClockWords({ left }: { left: number }) {
  const minutes = Math.ceil(left / 60);
  return (
    <>
      <span aria-hidden="true">{clockWords(left)}</span>
      <span className="g-hidden">{minutes === 1 ? 'a minute' : `${minutes} minutes`}</span>
    </>
  );
}
