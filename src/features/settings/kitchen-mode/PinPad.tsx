import { useId, useState } from 'react';
import { Backspace24Regular } from '@fluentui/react-icons';
import { failureText } from '../../../api/failure-text.ts';
import type { Result } from '../../../api/send.ts';
import { classes } from '../../../ui/classes.ts';
import css from './kitchen-mode.module.css';
import { sayAtTablet } from './labels.ts';

const LONGEST = 8;
const SHORTEST = 4;

interface Props {
  submitLabel: string;
  /** Answers what became of it. */
  onPin: (pin: string) => Promise<Result<unknown>>;
}

/** Ten large digits for wet hands; a keyboard can type into the field. */
export function PinPad({ submitLabel, onPin }: Props) {
  const id = useId();
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const type = (next: string) => {
    setFault(null);
    setPin(next.replaceAll(/\D/g, '').slice(0, LONGEST));
  };

  async function open() {
    if (isChecking) return;
    if (pin.length < SHORTEST) return setFault('A PIN has four to eight digits.');
    setIsChecking(true);
    const result = await onPin(pin);
    setIsChecking(false);
    // What is opened replaces this by itself.
    if (result.ok) return;
    setPin('');
    setFault(failureText(result, sayAtTablet));
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
      <p id={`${id}-fault`} className={classes('g-strong', !isChecking && 'g-bad', css.fault)} aria-live="assertive">
        {isChecking ? 'Checking the PIN…' : fault}
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
        <button type="submit" className={css.open} aria-describedby={`${id}-fault`} aria-disabled={isChecking}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}
