import css from './customers.module.css';
import type { CustomerFigures } from './figures.ts';

/** Four figures above the list; `days` names the period of two of them. Null: customers are still loading. */
export function Figures({ figures, days }: { figures: CustomerFigures | null; days: string }) {
  return (
    <dl className={`g-grid g-rigid g-gap-12 ${css.figures}`}>
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
