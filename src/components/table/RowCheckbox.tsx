import css from './table.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** Some rows, but not all: for the checkbox in the head. */
  isPartial?: boolean;
  onChange: (checked: boolean) => void;
}

/** A native checkbox: a page has fifteen of them, and each would add to the first load. */
export function RowCheckbox({ label, checked, isPartial = false, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={`g-block g-relative g-surface ${css.checkbox}`}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isPartial && !checked;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
