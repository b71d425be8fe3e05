import { countdownLabel } from './use-countdown.ts';

/** A countdown: visible in seconds, announced to screen readers in minutes. */
export function Countdown({ left }: { left: number }) {
  const minutes = Math.ceil(left / 60);
  return (
    <>
      <span aria-hidden="true">{countdownLabel(left)}</span>
      <span className="g-hidden">{minutes === 1 ? 'a minute' : `${minutes} minutes`}</span>
    </>
  );
}
