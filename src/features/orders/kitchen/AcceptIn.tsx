import css from './accept-in.module.css';

interface Props {
  number: string;
  choices: number[];
  chosen: number;
  onChoose: (minutes: number) => void;
}

const SHOWN = 4;

/** The time that a new order is accepted with; the one of the moment is chosen already. */
export function AcceptIn({ number, choices, chosen, onChoose }: Props) {
  return (
    <div className={css.times} role="group" aria-label={`Minutes for #${number}`}>
      {choices.slice(0, SHOWN).map((minutes) => (
        <button key={minutes} type="button" aria-pressed={minutes === chosen} onClick={() => onChoose(minutes)}>
          {minutes} <small>min</small>
        </button>
      ))}
    </div>
  );
}
