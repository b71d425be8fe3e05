import { Link } from 'wouter';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { isPending } from '../../../data/live.ts';
import { allergenList } from '../../../lib/allergen-label.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import { namesOf } from '../describe.ts';
import type { SortField } from '../filters.ts';
import { guestsLabel } from '../labels.ts';
import type { ReservationRow } from '../queries.ts';
import css from '../reservations.module.css';
import { StateBadge } from '../StateBadge.tsx';
import { StepButtons, type OnStep } from '../StepButtons.tsx';

export interface ReservationLook {
  restaurant: Restaurant;
  now: number;
  onStep: OnStep;
  linkTo: (id: string) => string;
  /** Who still sits at its table; null: nobody who keeps it waiting. */
  sitterOf: (row: ReservationRow) => ReservationRow | null;
}

/** The table of a day from a small tablet up. Where the column of notes has no room, they stand below the guest. */
export const reservationColumns = (look: ReservationLook): Column<ReservationRow, SortField>[] => [
  {
    head: 'Time',
    column: 'time',
    sort: 'time',
    width: 88,
    cell: (row) => (
      <span className="g-strong g-ink g-nowrap">
        {timeOf(row.starts_at, look.restaurant.timezone)}
        <span className={`g-faint ${css.until}`}>–{timeOf(row.ends_at, look.restaurant.timezone)}</span>
      </span>
    ),
  },
  {
    head: 'Guest',
    column: 'name',
    sort: 'name',
    width: 140,
    cell: (row) => (
      <>
        <GuestName row={row} look={look} />
        {hasNotes(row) && <span className={`g-break g-size-13 ${css.notesBelow}`}>{notesOf(row)}</span>}
      </>
    ),
  },
  { head: 'Party', column: 'guests', sort: 'guests', isAmount: true, width: 32, cell: (row) => row.guests_count },
  {
    head: 'Table',
    width: 48,
    cell: (row) => (
      <>
        {namesOf(row.table_ids, look.restaurant) || 'None yet'}
        <Sitter of={look.sitterOf(row)} />
      </>
    ),
  },
  { head: 'Status', width: 80, cell: (row) => <StateBadge of={row} /> },
  { head: 'Notes', column: 'notes', width: 120, className: css.notes, headClassName: css.notes, cell: notesOf },
  {
    head: 'Next step',
    width: 120,
    cell: (row) => (
      <StepButtons
        reservation={row}
        restaurant={look.restaurant}
        now={look.now}
        onStep={look.onStep}
        most={1}
        isInList
      />
    ),
  },
];

function GuestName({ row, look, cover = '' }: { row: ReservationRow; look: ReservationLook; cover?: string }) {
  return (
    <>
      <Link href={look.linkTo(row.id)} className={`g-strong g-link ${cover}`}>
        <bdi>{nameOf(row)}</bdi>
      </Link>
      {isPending(row) && <PendingClock />}
    </>
  );
}

/** Warns of a table that is not free yet. */
const Sitter = ({ of: sitter }: { of: ReservationRow | null }) =>
  sitter && (
    <span className="g-warn g-block g-size-13">
      <bdi>{nameOf(sitter)}</bdi> still sits there
    </span>
  );

export const nameOf = ({ name, phone, source }: ReservationRow): string =>
  name || phone || (source === 'walk_in' ? 'Walk-in' : 'Guest');

const hasNotes = ({ allergens, occasion, customer_note, staff_note }: ReservationRow): boolean =>
  allergens.length > 0 || Boolean(occasion || customer_note || staff_note);

/** What may harm comes before the rest. */
const notesOf = ({ allergens, occasion, customer_note, staff_note }: ReservationRow) => (
  <>
    {allergens.length > 0 && <b className="g-bad">Allergy: {allergenList(allergens)} </b>}
    <bdi>{[occasion, customer_note, staff_note].filter(Boolean).join(', ')}</bdi>
  </>
);

/** The same row on a phone. */
export function ReservationCard({ row, look }: { row: ReservationRow; look: ReservationLook }) {
  const { timezone } = look.restaurant;
  const tables = namesOf(row.table_ids, look.restaurant);
  return (
    <li data-row={row.id} className={`g-relative g-soft g-round-12 g-edge g-stack g-gap-8 ${css.card}`}>
      <div className="g-row g-gap-8 g-size-16">
        <b className="g-ink">{timeOf(row.starts_at, timezone)}</b>
        <span className="g-grow g-narrow g-break">
          <GuestName row={row} look={look} cover="g-cover" />
        </span>
        <StateBadge of={row} />
      </div>
      <p className="g-break">
        {guestsLabel(row.guests_count)}, {tables ? `table ${tables}` : 'no table yet'}
        <Sitter of={look.sitterOf(row)} />
      </p>
      {hasNotes(row) && <p className="g-break">{notesOf(row)}</p>}
      <StepButtons
        reservation={row}
        restaurant={look.restaurant}
        now={look.now}
        onStep={look.onStep}
        most={2}
        isInList
      />
    </li>
  );
}
