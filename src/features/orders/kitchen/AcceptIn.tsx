import css from './accept-in.module.css';

interface Props {
  number: string;
  choices: number[];
  chosen: number;
  onChoose: (minutes: number) => void;
}

const SHOWN = 4;

/** The preparation time for accepting a new order; the current usual time is preselected. */
export function AcceptIn({ number, choices, chosen, onChoose }: Props) {
  return (
    <div
      className={`g-row g-rigid g-gap-8 g-strong g-soft g-size-17 ${css.times}`}
      role="group"
      aria-label={`Minutes for #${number}`}
    >
      {choices.slice(0, SHOWN).map((minutes) => (
        <button key={minutes} type="button" aria-pressed={minutes === chosen} onClick={() => onChoose(minutes)}>
          {minutes} <small className="g-block g-strong g-soft g-line-18 g-size-15">min</small>
        </button>
      ))}
    </div>
  );
}
