import { countdownLabel } from './use-countdown.ts';

/** A wait: counts down for the eye by seconds, and for who listens by minutes. */
export function Countdown({ left }: { left: number }) {
  const minutes = Math.ceil(left / 60);
  return (
    <>
      <span aria-hidden="true">{countdownLabel(left)}</span>
      <span className="g-hidden">{minutes === 1 ? 'a minute' : `${minutes} minutes`}</span>
    </>
  );
}
