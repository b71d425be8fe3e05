import css from './customers.module.css';
import type { CustomerFigures } from './figures.ts';

/** Four numbers above the list; `days` says of which days two of them are. Null: customers are still on their way to this device. */
export function Figures({ figures, days }: { figures: CustomerFigures | null; days: string }) {
  return (
    <dl className={css.figures}>
      <Figure word="Customers" value={figures?.total} />
      <Figure word={`New, ${days}`} value={figures?.fresh} />
      <Figure word={`Returning, ${days}`} value={figures?.returning} />
      <Figure word="Blocked" value={figures?.blocked} />
    </dl>
  );
}

function Figure({ word, value }: { word: string; value: number | undefined }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{value === undefined ? 'Loading' : value.toLocaleString('en-GB')}</dd>
    </div>
  );
}
