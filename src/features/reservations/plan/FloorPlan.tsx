import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { Link, useLocation } from 'wouter';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { links } from '../../../links.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { startsAtOf } from '../book/draft.ts';
import type { ReservationLook } from '../list/reservation-columns.tsx';
import type { ReservationRow } from '../queries.ts';
import css from './plan.module.css';
import { boxOf, tableLabel, TableShape } from './TableShape.tsx';
import { stateOf, type TableState } from './table-state.ts';

const kinds: Record<TableState['kind'], string> = { free: 'Free', soon: 'Reserved', seated: 'Seated', late: 'Late' };
const keys: Record<TableState['kind'], string | undefined> = {
  free: css.keyFree,
  soon: css.keySoon,
  seated: css.keySeated,
  late: css.keyLate,
};

const looks: Record<TableState['kind'], string | undefined> = {
  free: css.free,
  soon: css.soon,
  seated: css.seated,
  late: css.late,
};

interface Props {
  rows: readonly ReservationRow[];
  look: ReservationLook;
  day: string;
  isToday: boolean;
  /** A press on a free table. */
  onSeat: (tableId: string, at: string) => void;
}

/** Tables as they stand in their areas, now or at another time of the day. */
export function FloorPlan({ rows, look, day, isToday, onSeat }: Props) {
  const [, navigate] = useLocation();
  const { restaurant, now } = look;
  const { timezone } = restaurant;
  const [typed, setTyped] = useState<string | null>(null);
  const time = typed ?? (isToday ? timeOf(now, timezone) : '19:00');
  const isNow = isToday && typed === null;
  const at = isNow ? now : Date.parse(startsAtOf({ date: day, time }, timezone) ?? new Date(now).toISOString());
  const { areas, tables } = settingsOf(restaurant).tables;
  if (tables.length === 0)
    return (
      <p className="g-soft">
        No tables yet. <Link href={links.settings({ tab: 'reservations' })}>Draw your tables in the settings</Link>, and
        they appear here.
      </p>
    );
  return (
    <div className="g-stack g-gap-16">
      <div className="g-row g-wrap g-gap-16">
        <label className="g-row g-gap-8">
          {isNow ? 'Now' : 'At'}
          <Input size="large" type="time" value={time} onChange={(_event, data) => setTyped(data.value)} />
        </label>
        {isToday && typed !== null && (
          <button type="button" className="g-quiet g-hover" onClick={() => setTyped(null)}>
            Back to now
          </button>
        )}
        <ul className="g-row g-wrap g-gap-12 g-soft" aria-label="What the colours mean">
          {(['free', 'soon', 'seated', 'late'] as const).map((kind) => (
            <li key={kind} className="g-row g-gap-6">
              <span className={`${css.key} ${keys[kind]}`} aria-hidden="true" /> {kinds[kind]}
            </li>
          ))}
        </ul>
      </div>
      {areas
        .toSorted((a, b) => a.sort_order - b.sort_order)
        .map((area) => {
          const here = tables.filter((table) => table.area_id === area.id);
          const box = boxOf(here);
          return (
            <section key={area.id} aria-label={area.name} className="g-stack g-gap-8">
              <h2 className="g-text-16 g-strong">{area.name}</h2>
              <div className={css.frame}>
                <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} className={css.plan}>
                  {here.map((table) => {
                    const state = table.is_enabled
                      ? stateOf(table.id, rows, { at, now, timezone })
                      : ({ kind: 'free', lines: ['Not in use'], reservation: null } as const);
                    const lines = [`${table.max_capacity} seats`, ...state.lines];
                    const open = () => {
                      if (!table.is_enabled) return;
                      if (state.reservation && state.kind !== 'free')
                        return navigate(look.linkTo(state.reservation.id));
                      onSeat(table.id, new Date(at).toISOString());
                    };
                    return (
                      <g
                        key={table.id}
                        role="button"
                        tabIndex={0}
                        className={css.table}
                        aria-label={tableLabel(table, lines)}
                        onClick={open}
                        onKeyDown={(event) => {
                          if (event.key !== 'Enter' && event.key !== ' ') return;
                          event.preventDefault();
                          open();
                        }}
                      >
                        <TableShape
                          table={table}
                          className={table.is_enabled ? looks[state.kind] : css.off}
                          lines={lines}
                        />
                      </g>
                    );
                  })}
                </svg>
              </div>
            </section>
          );
        })}
    </div>
  );
}
