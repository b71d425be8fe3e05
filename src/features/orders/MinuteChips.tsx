import css from './minutes.module.css';

interface Props {
  /** "Ready in", or for an order for later "Cooking takes". */
  label: string;
  choices: number[];
  chosen: number;
  onChoose: (minutes: number) => void;
}

/** How long it takes, in one press; the usual time is chosen already. */
export function MinuteChips({ label, choices, chosen, onChoose }: Props) {
  return (
    <div className={css.chips} role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {choices.map((minutes) => (
        <button key={minutes} type="button" aria-pressed={minutes === chosen} onClick={() => onChoose(minutes)}>
          {minutes} <small>min</small>
        </button>
      ))}
    </div>
  );
}
