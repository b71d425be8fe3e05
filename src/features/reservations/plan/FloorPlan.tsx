import { useState } from 'react';
import { TableSimple20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { DiningTable } from '../../../../contract/reservations/settings.ts';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import type { Action } from '../../../components/ActionMenu.tsx';
import { timeOf } from '../../../lib/wall-clock.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { startsAtOf } from '../book/draft.ts';
import { nameOf, type ReservationLook } from '../list/reservation-columns.tsx';
import { moveReservation } from '../move/move-reservation.ts';
import { isMovable, planMove, type PlannedMove } from '../move/plan-move.ts';
import { useBookingDrag, type Held } from '../move/use-booking-drag.ts';
import type { ReservationRow } from '../queries.ts';
import css from './plan.module.css';
import { boxOf, tableLabel, TableShape } from './TableShape.tsx';
import { stateOf, type TableState } from './table-state.ts';
import { TimeInput } from '../../../ui/form/TimeInput.tsx';

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
  addTables: Action;
  /** A press on a free table. */
  onSeat: (tableId: string, at: string) => void;
}

interface Aimed {
  row: ReservationRow;
  tableId: string;
  plan: PlannedMove;
}

/** Tables as they stand in their areas, now or at another time of the day. Whoever is shown at a table is dragged to another one. */
export function FloorPlan({ rows, look, day, isToday, addTables, onSeat }: Props) {
  const [, navigate] = useLocation();
  const { restaurant, now } = look;
  const { timezone } = restaurant;
  const [typed, setTyped] = useState<string | null>(null);
  const time = typed ?? (isToday ? timeOf(now, timezone) : '19:00');
  const isNow = isToday && typed === null;
  const at = isNow ? now : Date.parse(startsAtOf({ date: day, time }, timezone) ?? new Date(now).toISOString());
  const { areas, tables } = settingsOf(restaurant).tables;
  const shownOf = (table: DiningTable): TableState =>
    table.is_enabled
      ? stateOf(table.id, rows, { at, now, timezone })
      : { kind: 'free', lines: ['Not in use'], reservation: null };
  const linesOf = (table: DiningTable, lines: readonly string[]) => [`${table.max_capacity} seats`, ...lines];
  const [aimed, setAimed] = useState<Aimed | null>(null);
  const aimOf = ({ id, from, to }: Held): Aimed | null => {
    const row = rows.find((one) => one.id === id);
    if (!row) return null;
    const plan = planMove(row, { from, tableId: to, startsAt: row.starts_at }, { restaurant, reservations: rows, now });
    return { row, tableId: to, plan };
  };
  const board = useBookingDrag<HTMLDivElement>({
    drawn: tables.map((table) => `${table.id} ${shownOf(table).reservation?.id}`).join(';'),
    onHold: (held) => {
      if (held?.id !== aimed?.row.id || held?.to !== aimed?.tableId) setAimed(held && aimOf(held));
    },
    onDrop: (held) => {
      const aim = aimOf(held);
      if (aim) moveReservation(aim.row, aim.plan, restaurant);
    },
  });
  if (tables.length === 0)
    return (
      <EmptyState
        icon={<TableSimple20Regular />}
        title="No tables yet"
        actions={<ActionButton action={addTables} isMain />}
      >
        Draw them as they stand in the room, and see here who sits where.
      </EmptyState>
    );
  return (
    <div ref={board} className="g-stack g-gap-16">
      <div className="g-row g-wrap g-gap-16">
        <label className="g-row g-gap-8">
          {isNow ? 'Now' : 'At'}
          <TimeInput value={time} onChange={(at) => at && setTyped(at)} />
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
              <div className={css.frame} role="region" aria-label={`Plan of ${area.name}`}>
                <div
                  className={css.stage}
                  style={{
                    aspectRatio: `${box.width} / ${box.height}`,
                    maxWidth: `max(560px, ${(70 * box.width) / box.height}vh)`,
                  }}
                >
                  <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} className={css.plan} aria-hidden="true">
                    {here.map((table) => {
                      const { kind, lines } = shownOf(table);
                      const isAimed = aimed?.tableId === table.id && aimed.plan.kind !== 'stays';
                      const aim = isAimed ? (aimed.plan.kind === 'refused' ? css.refused : css.aimed) : '';
                      return (
                        <TableShape
                          key={table.id}
                          table={table}
                          className={`${table.is_enabled ? looks[kind] : css.off} ${aim}`}
                          lines={linesOf(table, lines)}
                        />
                      );
                    })}
                  </svg>
                  {here.map((table) => {
                    const { kind, lines, reservation } = shownOf(table);
                    const booked = kind === 'free' ? null : reservation;
                    const open = () => {
                      if (!table.is_enabled) return;
                      if (booked) return navigate(look.linkTo(booked.id));
                      onSeat(table.id, new Date(at).toISOString());
                    };
                    const { x, y, width, height, rotation } = table.position;
                    return (
                      <div
                        key={table.id}
                        role="button"
                        tabIndex={0}
                        className={`${css.spot} ${table.shape === 'round' ? css.round : ''}`}
                        style={{
                          insetInlineStart: `${((x - box.x) / box.width) * 100}%`,
                          insetBlockStart: `${((y - box.y) / box.height) * 100}%`,
                          width: `${(width / box.width) * 100}%`,
                          height: `${(height / box.height) * 100}%`,
                          rotate: `${rotation}deg`,
                        }}
                        aria-label={tableLabel(table, linesOf(table, lines))}
                        data-place={table.id}
                        {...(booked &&
                          isMovable(booked) && {
                            'data-booking': booked.id,
                            'data-from': table.id,
                            'data-name': nameOf(booked),
                          })}
                        onClick={open}
                        onKeyDown={(event) => {
                          if (event.key !== 'Enter' && event.key !== ' ') return;
                          event.preventDefault();
                          open();
                        }}
                      />
                    );
                  })}
                  {aimed?.plan.kind === 'refused' && here.some(({ id }) => id === aimed.tableId) && (
                    <p className={`g-tone-bad g-round-8 g-pad-8-16 ${css.why}`} role="status">
                      {aimed.plan.why}
                    </p>
                  )}
                </div>
              </div>
            </section>
          );
        })}
    </div>
  );
}
