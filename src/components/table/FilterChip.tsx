import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import type { ChoiceProps } from './ChoicePopover.tsx';
import css from './table.module.css';

const ChoicePopover: ComponentType<ChoiceProps> = lazy(() =>
  import('./ChoicePopover.tsx').then((module) => ({ default: module.ChoicePopover })),
);

interface Props {
  /** What it filters: "Type". */
  name: string;
  /** Value and label of each choice. */
  choices: readonly (readonly [string, string])[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/**
 * A filter chip: dashed with a plus when inactive, filled with its text when active. The list of choices is loaded on the first
 * press.
 */
export function FilterChip({ name, choices, chosen, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const words = choices.filter(([value]) => chosen.includes(value)).map(([, word]) => word);
  return (
    <>
      <Chip
        text={words.length > 0 ? words.join(', ') : name}
        label={words.length > 0 ? `${name}: ${words.join(', ')}` : `Filter by ${name.toLowerCase()}`}
        isActive={words.length > 0}
        isOpen={anchor !== null}
        onPress={setAnchor}
        onClear={() => onChange([])}
      />
      {anchor && (
        <Suspense>
          <ChoicePopover
            name={name}
            choices={choices}
            chosen={chosen}
            onChange={onChange}
            target={anchor}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ChipProps {
  text: string;
  label: string;
  icon?: ReactNode;
  isActive: boolean;
  isOpen: boolean;
  onPress: (target: HTMLElement) => void;
  /** null: it cannot be cleared. */
  onClear: (() => void) | null;
}

/** The chip itself: a press opens its choices, the cross removes the filter. */
export function Chip({ text, label, icon, isActive, isOpen, onPress, onClear }: ChipProps) {
  return (
    <span className={isActive ? `g-chip g-inline ${css.chip} ${css.active}` : `g-chip g-inline ${css.chip}`}>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => onPress(event.currentTarget)}
      >
        {icon ?? (!isActive && <Add16Regular />)}
        {text}
      </button>
      {isActive && onClear && (
        <button type="button" aria-label={`Remove filter: ${text}`} onClick={onClear}>
          <Dismiss16Regular />
        </button>
      )}
    </span>
  );
}
