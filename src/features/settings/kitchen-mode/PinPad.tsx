import { useId, useState } from 'react';
import { Backspace24Regular } from '@fluentui/react-icons';
import { unlock } from '../../../../contract/kitchen-mode/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import css from './kitchen-mode.module.css';
import { openByPin } from './requests.ts';
import { sayAtTablet } from './labels.ts';

const LONGEST = 8;
const SHORTEST = 4;

/** Ten large digits for wet hands; a keyboard can type into the field. */
export function PinPad() {
  const id = useId();
  const [pin, setPin] = useState('');
  const { run, isBlocked, why, fault, show } = useAction(unlock, sayAtTablet);
  const type = (next: string) => {
    show();
    setPin(next.replaceAll(/\D/g, '').slice(0, LONGEST));
  };

  async function open() {
    if (isBlocked) return;
    if (pin.length < SHORTEST) return show('A PIN has four to eight digits.');
    const result = await run(() => openByPin(pin));
    // The page replaces this one by itself.
    if (!result?.ok) setPin('');
  }

  return (
    <form
      className={`g-stack g-gap-8 ${css.pad}`}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <label htmlFor={id} className="g-strong g-soft g-text-start">
        PIN
      </label>
      <input
        id={id}
        className={`g-full g-centered g-ink g-surface g-round-10 g-tall ${css.pin}`}
        type="password"
        // The digits below replace the system's keyboard, which would cover them.
        inputMode="none"
        autoComplete="off"
        value={pin}
        onChange={(event) => type(event.target.value)}
        aria-describedby={`${id}-fault`}
        aria-invalid={fault ? true : undefined}
      />
      <p id={`${id}-fault`} className={`g-strong g-bad ${css.fault}`} aria-live="assertive">
        {why ?? fault}
      </p>
      <div className={`g-grid g-gap-8 ${css.keys}`}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
          <button key={digit} type="button" onClick={() => type(pin + digit)}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label="Delete the last digit" onClick={() => type(pin.slice(0, -1))}>
          <Backspace24Regular />
        </button>
        <button type="button" onClick={() => type(`${pin}0`)}>
          0
        </button>
        <button type="submit" className={css.open} aria-describedby={`${id}-fault`} aria-disabled={isBlocked}>
          Unlock
        </button>
      </div>
    </form>
  );
}
