import { Pin } from '../../../../contract/kitchen-mode/calls.ts';
import { isGuessable } from '../../../../contract/kitchen-mode/rules.ts';
import type { Parsed } from '../../../ui/form/use-draft-form.ts';

/** What is wrong with a PIN; null: nothing. */
export function faultOfPin(pin: string): string | null {
  if (!Pin.safeParse(pin).success) return 'Enter four to eight digits';
  return isGuessable(pin) ? 'Choose a PIN that is harder to guess than 1234' : null;
}

export function readPin({ pin }: { pin: string }): Parsed<{ pin: string }, { pin: string }> {
  const fault = faultOfPin(pin);
  return fault === null ? { values: { pin } } : { wrong: { pin: fault } };
}
