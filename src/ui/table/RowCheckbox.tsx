import css from './table.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** Some rows, not all: for the box in the head. */
  isPartial?: boolean;
  onChange: (checked: boolean) => void;
}

/** A plain checkbox: fifteen of them stand on a page, and the first load pays for each. */
export function RowCheckbox({ label, checked, isPartial = false, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={css.checkbox}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isPartial && !checked;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
