import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { isFinal } from '../../../../contract/reservations/status.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { guestsLabel, statusLabelOf } from '../labels.ts';
import { moveReservation } from '../move/move-reservation.ts';
import { isMovable, planMove, type PlannedMove } from '../move/plan-move.ts';
import { useBookingDrag, type Held } from '../move/use-booking-drag.ts';
import type { ReservationRow } from '../queries.ts';
import { nameOf, type ReservationLook } from './reservation-columns.tsx';
import css from './timeline.module.css';

const HOUR = 3_600_000;
const STEP = HOUR / 4;
/** Width of the tables' names, as in the style. */
const NAME_PX = 112;

const looks: Record<string, string | undefined> = {
  held: css.held,
  requested: css.requested,
  confirmed: css.confirmed,
  seated: css.seated,
  no_show: css.no_show,
};

interface Props {
  rows: readonly ReservationRow[];
  look: ReservationLook;
  /** The business day, epoch ms. */
  from: number;
  to: number;
}

interface Aimed {
  row: ReservationRow;
  place: string;
  startsAt: string;
  plan: PlannedMove;
}

/** The day by table: each reservation as a bar from its start to its end. A bar is dragged to another table and time. */
export function Timeline({ rows, look, from, to }: Props) {
  const { restaurant, now } = look;
  const shown = rows.filter(
    (row) => row.waitlisted_at === null && (!isFinal(row.reservation_status) || row.reservation_status === 'completed'),
  );
  const { tables, areas } = settingsOf(restaurant).tables;
  const starts = shown.map((row) => Date.parse(row.starts_at));
  const ends = shown.map((row) => Date.parse(row.ends_at));
  // From the first to the last guest, at least the evening, in whole hours.
  const first = Math.max(from, floorHour(Math.min(from + 8 * HOUR, ...starts)));
  const last = Math.max(first + 8 * HOUR, Math.min(to + 6 * HOUR, ceilHour(Math.max(first + 12 * HOUR, ...ends))));
  const hours = Array.from({ length: Math.round((last - first) / HOUR) }, (_, at) => first + at * HOUR);
  const place = (at: number) => ((Math.min(Math.max(at, first), last) - first) / (last - first)) * 100;
  const lines = areas
    .flatMap((area) => tables.filter((table) => table.area_id === area.id && table.is_enabled))
    .map((table) => ({ id: table.id, name: table.name, seats: table.max_capacity }));
  const known = new Set(lines.map(({ id }) => id));
  const [aimed, setAimed] = useState<Aimed | null>(null);
  const aimOf = ({ id, from: fromId, to: placeId, along }: Held): Aimed | null => {
    const row = shown.find((one) => one.id === id);
    if (!row) return null;
    const at = row.reservation_status === 'seated' ? 0 : along * (last - first);
    const before = Date.parse(row.starts_at);
    const rounded = Math.min(Math.max(Math.round((before + at) / STEP) * STEP, from), to - STEP);
    const startsAt = Math.abs(at) < STEP / 2 ? row.starts_at : new Date(rounded).toISOString();
    const day = { restaurant, reservations: rows, now };
    return {
      row,
      place: placeId,
      startsAt,
      plan: planMove(row, { from: fromId || null, tableId: placeId || null, startsAt }, day),
    };
  };
  const board = useBookingDrag<HTMLDivElement>({
    drawn: [...shown.map(({ id, table_ids }) => `${id} ${table_ids.join()}`), ...known].join(';'),
    onHold: (held) => {
      const next = held && aimOf(held);
      if (next?.place !== aimed?.place || next?.startsAt !== aimed?.startsAt || next?.row.id !== aimed?.row.id)
        setAimed(next);
    },
    onDrop: (held) => {
      const aim = aimOf(held);
      if (aim) moveReservation(aim.row, aim.plan, restaurant);
    },
  });
  const without = shown.filter((row) => !row.table_ids.some((id) => known.has(id)));
  const region = useRef<HTMLDivElement>(null);
  // The day opens an hour before now.
  const opensAt = now >= first && now <= last ? Math.max(now - HOUR, first) : first;
  const open = useEffectEvent(() => {
    if (region.current) region.current.scrollLeft = ((region.current.scrollWidth - NAME_PX) * place(opensAt)) / 100;
  });
  useEffect(() => open(), [from]);
  return (
    <div ref={region} className={css.scroll} role="region" aria-label="Timeline by table" tabIndex={-1}>
      <div ref={board} className={css.grid} style={{ minWidth: 120 + hours.length * 88 }}>
        <div className={css.line}>
          <span className={css.name} />
          <div className={css.track}>
            {hours.map((at) => (
              <span key={at} className={`g-faint g-size-13 ${css.hour}`} style={{ insetInlineStart: `${place(at)}%` }}>
                {timeOf(at, restaurant.timezone)}
              </span>
            ))}
          </div>
        </div>
        {[...lines, ...(without.length > 0 ? [{ id: '', name: 'No table yet', seats: 0 }] : [])].map((line) => (
          <div key={line.id} className={`g-rule-above ${css.line}`}>
            <b className={`g-break ${css.name}`}>
              {line.name}
              {line.seats > 0 && <span className="g-faint g-light"> {line.seats} seats</span>}
            </b>
            <ol
              className={css.track}
              data-place={line.id}
              style={line.id ? undefined : { height: without.length * 52 + 8 }}
            >
              {(line.id ? shown.filter((row) => row.table_ids.includes(line.id)) : without).map((row, at) => {
                const [start, end] = [Date.parse(row.starts_at), Date.parse(row.ends_at)];
                if (end <= first || start >= last) return null;
                return (
                  <li
                    key={row.id}
                    className={css.bar}
                    style={{
                      insetInlineStart: `${place(start)}%`,
                      width: `${place(end) - place(start)}%`,
                      insetBlockStart: line.id ? 4 : at * 52 + 4,
                    }}
                  >
                    <Link
                      href={look.linkTo(row.id)}
                      {...(isMovable(row) && {
                        'data-booking': row.id,
                        'data-from': line.id,
                        'data-name': nameOf(row),
                      })}
                      className={`g-block g-whole g-round-6 g-plain g-ink ${css.link} ${looks[row.reservation_status] ?? ''}`}
                    >
                      <b className="g-truncate g-block">{nameOf(row)}</b>
                      <span className="g-truncate g-block g-size-13">
                        {timeOf(row.starts_at, restaurant.timezone)}, {guestsLabel(row.guests_count)},{' '}
                        {statusLabelOf(row).toLowerCase()}
                      </span>
                    </Link>
                  </li>
                );
              })}
              {aimed?.place === line.id && aimed.plan.kind !== 'stays' && (
                <li
                  className={`g-round-6 g-size-13 g-strong ${css.aim} ${aimed.plan.kind === 'refused' ? css.refused : ''}`}
                  style={{
                    insetInlineStart: `${place(Date.parse(aimed.startsAt))}%`,
                    width: `${(aimed.row.duration_minutes * 60_000 * 100) / (last - first)}%`,
                  }}
                >
                  {timeOf(aimed.startsAt, restaurant.timezone)}
                  {aimed.plan.kind === 'refused' && `: ${aimed.plan.why}`}
                </li>
              )}
            </ol>
          </div>
        ))}
        {now >= first && now <= last && (
          <span
            className={css.now}
            style={{ insetInlineStart: `calc(112px + (100% - 112px) * ${place(now) / 100})` }}
            aria-hidden="true"
          />
        )}
      </div>
    </div>
  );
}

const floorHour = (at: number) => Math.floor(at / HOUR) * HOUR;
const ceilHour = (at: number) => Math.ceil(at / HOUR) * HOUR;
