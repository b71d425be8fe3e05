import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import css from './table.module.css';

interface Props {
  name: string;
  count?: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A filter that is on or off. */
export function ToggleChip({ name, count, isOn, onChange }: Props) {
  return (
    <span className={isOn ? `g-chip g-inline ${css.chip} ${css.active}` : `g-chip g-inline ${css.chip}`}>
      <button type="button" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
        {!isOn && <Add16Regular />}
        {name}
        {count !== undefined && count > 0 && <span className={css.count}>{count}</span>}
        {isOn && <Dismiss16Regular />}
      </button>
    </span>
  );
}
