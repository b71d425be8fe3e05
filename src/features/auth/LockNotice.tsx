import { FormNotice } from './FormNotice.tsx';
import { clockWords } from './use-countdown.ts';

/** Too many tries: counts down for the eye by seconds, and for who listens by minutes. */
export function LockNotice({ left }: { left: number }) {
  const minutes = Math.ceil(left / 60);
  return (
    <FormNotice kind="bad">
      {left > 0 && (
        <>
          Too many tries. Try again in <span aria-hidden="true">{clockWords(left)}</span>
          <span className="g-hidden">{minutes === 1 ? 'a minute' : `${minutes} minutes`}</span>.
        </>
      )}
    </FormNotice>
  );
}
