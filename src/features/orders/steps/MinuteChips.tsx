import css from './minutes.module.css';

interface Props {
  /** "Ready in", or for a scheduled order "Cooking takes". */
  label: string;
  choices: number[];
  chosen: number;
  onChoose: (minutes: number) => void;
}

/** Preparation time in one tap; the usual time is preselected. */
export function MinuteChips({ label, choices, chosen, onChoose }: Props) {
  return (
    <div className={`g-row g-wrap g-gap-8 g-soft ${css.chips}`} role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {choices.map((minutes) => (
        <button key={minutes} type="button" aria-pressed={minutes === chosen} onClick={() => onChoose(minutes)}>
          {minutes} <small className="g-hidden">min</small>
        </button>
      ))}
      <span aria-hidden="true">min</span>
    </div>
  );
}
