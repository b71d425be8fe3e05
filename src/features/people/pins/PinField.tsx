import { TextField } from '../../../ui/form/TextField.tsx';

interface Props {
  value: string;
  error: string | null;
  /** Somebody else's, who has to be told. */
  isOfOther?: boolean;
  onChange: (pin: string) => void;
}

const LONGEST = 8;

/** Its digits are shown: a mistyped PIN would keep its person out. */
export const PinField = ({ value, error, isOfOther = false, onChange }: Props) => (
  <TextField
    label="PIN"
    name="pin"
    required
    inputMode="numeric"
    autoComplete="off"
    hint={`Four to eight digits.${isOfOther ? ' Tell it to them; it can be changed here.' : ''}`}
    value={value}
    error={error}
    onChange={(next) => onChange(next.replaceAll(/\D/g, '').slice(0, LONGEST))}
  />
);
