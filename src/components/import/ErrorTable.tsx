import type { ImportRowError } from '../../../contract/import/shapes.ts';
import css from './import.module.css';

const SHOWN = 100;

/** The rows that cannot be imported, each with its column and what to do about it. */
export function ErrorTable({ errors }: { errors: readonly ImportRowError[] }) {
  return (
    <div className={`g-scroll-x g-narrow ${css.scroll}`}>
      <table className={css.table}>
        <caption className="g-text-start g-strong">Rows with an error</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, SHOWN).map(({ row, column, code, message }) => (
            <tr key={`${row} ${column} ${code}`}>
              <td className="g-digits">{row}</td>
              <td>
                <bdi>{column ?? 'Whole row'}</bdi>
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.length > SHOWN && (
        <p className="g-faint g-pad-y-8">
          And {(errors.length - SHOWN).toLocaleString('en-GB')} more. Download the rows to see all of them.
        </p>
      )}
    </div>
  );
}
