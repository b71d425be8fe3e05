import { Countdown } from './Countdown.tsx';
import { FormNotice } from './FormNotice.tsx';

/** Shown after too many attempts. */
export function LockNotice({ left }: { left: number }) {
  return (
    <FormNotice kind="bad">
      {left > 0 && (
        <>
          Too many attempts. Try again in <Countdown left={left} />.
        </>
      )}
    </FormNotice>
  );
}
