import { classes } from '../../../ui/classes.ts';
import css from './csv.module.css';
import type { PlannedRow } from './plan-import.ts';

const SHOWN = 200;
const kinds = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', error: 'Error' } as const;
const tones = { new: 'g-ok', changed: 'g-info', unchanged: 'g-faint', error: 'g-bad' } as const;

interface Props {
  name: string;
  rows: PlannedRow[];
  className: string;
}

/** What an import would do, row by row: errors first, and without the rows that stay as they are. */
export function ImportPreview({ name, rows, className }: Props) {
  const of = (kind: PlannedRow['kind']) => rows.filter((row) => row.kind === kind);
  const told = [...of('error'), ...of('new'), ...of('changed')];
  const counts = (['new', 'changed', 'unchanged', 'error'] as const).flatMap((kind) => {
    const count = of(kind).length;
    if (count === 0) return [];
    return kind === 'error' ? `${count} with an error` : `${count} ${kinds[kind].toLowerCase()}`;
  });
  return (
    <section aria-label="Preview" className={className}>
      <p className="g-strong" role="status">
        {`${name}: ${counts.join(', ') || 'no rows'}`}
      </p>
      {of('error').length > 0 && <p className="g-soft">Rows with an error are left out.</p>}
      <ul className={css.rows}>
        {told.slice(0, SHOWN).map((row) => (
          <li key={`${row.line} ${row.type} ${row.name}`} className="g-rule-below">
            <span className={classes('g-strong g-text-13', tones[row.kind])}>{kinds[row.kind]}</span>
            <span className={css.what}>
              <span className="g-strong">{row.name || `Line ${row.line}`}</span>
              <span className="g-soft">
                {[row.type, row.line > 0 && `line ${row.line}`, ...row.texts].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {told.length > SHOWN && <p className="g-soft">{`And ${told.length - SHOWN} more.`}</p>}
    </section>
  );
}
