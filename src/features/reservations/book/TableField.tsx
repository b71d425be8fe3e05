import { Button } from '@fluentui/react-components';
import type { Reservation } from '../../../../contract/reservations/calls.ts';
import type { TableConfig } from '../../../../contract/reservations/settings.ts';
import { chooseTables, faultOfTables, isOverstaying, seatsOf } from '../../../../contract/reservations/tables.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import css from '../reservations.module.css';

interface Props {
  config: TableConfig;
  guests: number;
  chosen: string[];
  /** Who has the table then; null: nobody. */
  clashOf: (tableId: string) => Reservation | null;
  timezone: string;
  now: number;
  onChange: (tableIds: string[]) => void;
}

/** Which tables the party gets: free ones can be pressed, taken ones say who has them. Several are joined. */
export function TableField({ config, guests, chosen, clashOf, timezone, now, onChange }: Props) {
  const tables = config.tables.filter(({ is_enabled }) => is_enabled);
  if (tables.length === 0) return <p className="g-faint">Draw your tables in the settings to choose one here.</p>;
  const best = chooseTables(config, guests, (id) => clashOf(id) === null);
  const names = (ids: readonly string[]) =>
    ids.map((id) => tables.find((table) => table.id === id)?.name ?? '').join(' and ');
  const isBest = best !== null && best.toSorted().join() === chosen.toSorted().join();
  const fault = faultOfTables(config, chosen, guests);
  return (
    <fieldset className="g-stack g-gap-8">
      <legend className="g-strong">Table</legend>
      {best === null ? (
        <p className="g-warn" role="status">
          No free table holds {guests} then. Choose another time, or save without a table.
        </p>
      ) : (
        !isBest && (
          <Button className={css.step ?? ''} onClick={() => onChange(best)}>
            Take the best free table: {names(best)}
          </Button>
        )
      )}
      {config.areas.map((area) => {
        const here = tables.filter((table) => table.area_id === area.id);
        if (here.length === 0) return null;
        return (
          <div key={area.id} role="group" aria-label={area.name} className={css.times}>
            <span className="g-faint g-full">{area.name}</span>
            {here.map((table) => {
              const isChosen = chosen.includes(table.id);
              const clash = clashOf(table.id);
              const state = clash
                ? `${clash.name || 'taken'} ${isOverstaying(clash, now) ? 'still there' : `until ${timeOf(clash.ends_at, timezone)}`}`
                : `${table.max_capacity} seats`;
              return (
                <Button
                  key={table.id}
                  className={css.time ?? ''}
                  appearance={isChosen ? 'primary' : 'secondary'}
                  aria-pressed={isChosen}
                  disabled={clash !== null && !isChosen}
                  onClick={() =>
                    onChange(isChosen ? chosen.filter((id) => id !== table.id) : [...chosen, table.id].slice(-4))
                  }
                >
                  {table.name}, {state}
                </Button>
              );
            })}
          </div>
        );
      })}
      {fault === 'too_small' && (
        <p className="g-bad" role="alert">
          {names(chosen)} has {seatsOf(tables.filter(({ id }) => chosen.includes(id)))} seats. Add a table that can be
          joined, or choose a larger one.
        </p>
      )}
      {fault === 'not_joinable' && (
        <p className="g-bad" role="alert">
          These tables cannot be joined.
        </p>
      )}
      {fault === 'unknown_table' && (
        <p className="g-bad" role="alert">
          One of these tables does not exist any more. Choose again.
        </p>
      )}
    </fieldset>
  );
}
