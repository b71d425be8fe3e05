import { dialled, formatPhone } from '../../../contract/auth/phone.ts';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Call20Regular, Edit20Regular, Mail20Regular, Warning20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { isFinal } from '../../../contract/reservations/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { KeyValueList } from '../../components/KeyValueList.tsx';
import { useRow } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { eventWords, namesOf } from './describe.ts';
import { guestsLabel, sourceLabels, statusLabelOf } from './labels.ts';
import { nameOf, type ReservationLook } from './list/reservation-columns.tsx';
import type { ReservationRow } from './queries.ts';
import css from './reservations.module.css';
import { StepButtons, type OnStep } from './StepButtons.tsx';

const ReservationForm = lazy(() => import('./book/ReservationForm.tsx').then((m) => ({ default: m.ReservationForm })));

interface Props {
  id: string;
  restaurant: Restaurant;
  now: number;
  onStep: OnStep;
  sitterOf: ReservationLook['sitterOf'];
  onClose: () => void;
}

/** One reservation beside the day: guest, party, tables, next steps and what happened to it. */
export function ReservationPanel({ id, restaurant, now, onStep, sitterOf, onClose }: Props) {
  const reservation = useRow('reservations', id);
  const [isEditing, setIsEditing] = useState(false);
  if (reservation === undefined) return null;
  if (reservation === null)
    return (
      <SidePanel title="Reservation" summary="Not on this device" onClose={onClose}>
        <p className="g-faint g-pad-y-8">This reservation does not exist, or has not reached this device yet.</p>
      </SidePanel>
    );
  if (isEditing)
    return (
      <Suspense>
        <ReservationForm
          reservation={reservation}
          restaurant={restaurant}
          now={now}
          kind="reservation"
          onClose={() => setIsEditing(false)}
        />
      </Suspense>
    );
  const { timezone } = restaurant;
  return (
    <SidePanel
      title={nameOf(reservation)}
      summary={`${untilLabel(reservation.starts_at, timezone, now)}, ${guestsLabel(reservation.guests_count)}, ${statusLabelOf(reservation).toLowerCase()}`}
      onClose={onClose}
      footer={
        <div className="g-row g-wrap g-gap-8">
          <StepButtons reservation={reservation} restaurant={restaurant} now={now} onStep={onStep} most={4} />
          {!isFinal(reservation.reservation_status) && (
            <Button
              className={css.step ?? ''}
              icon={<Edit20Regular />}

              onClick={() => setIsEditing(true)}
            >
              Edit or move
            </Button>
          )}
        </div>
      }
    >
      <Content reservation={reservation} sitter={sitterOf(reservation)} restaurant={restaurant} now={now} />
    </SidePanel>
  );
}

function Content({
  reservation,
  sitter,
  restaurant,
  now,
}: {
  reservation: ReservationRow;
  sitter: ReservationRow | null;
  restaurant: Restaurant;
  now: number;
}) {
  const { timezone } = restaurant;
  const { phone, email, customer_id: customerId } = reservation;
  const area = restaurant.reservation_settings?.tables?.areas.find(({ id }) => id === reservation.area_id);
  return (
    <div className="g-stack g-gap-16 g-pad-y-8">
      <div className="g-flex g-wrap g-gap-8">
        {phone && (
          <a href={`tel:${dialled(phone)}`} className={`g-action g-hover`}>
            <Call20Regular /> Call
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={`g-action g-hover`}>
            <Mail20Regular /> E-mail
          </a>
        )}
        {customerId && (
          <Link href={links.customer(customerId)} className={`g-action g-hover`}>
            Open customer
          </Link>
        )}
      </div>
      {reservation.allergens.length > 0 && (
        <p className={`g-tone-bad g-round-8 g-row g-gap-8 g-pad-8-16`}>
          <Warning20Filled aria-hidden="true" /> Allergy: {allergenList(reservation.allergens)}
        </p>
      )}
      {sitter && (
        <p className="g-tone-warn g-round-8 g-pad-8-16" role="status">
          <bdi>{nameOf(sitter)}</bdi> still sits at table {namesOf(sitter.table_ids, restaurant)}, since{' '}
          {timeOf(sitter.seated_at ?? sitter.starts_at, timezone)}.
        </p>
      )}
      <KeyValueList
        pairs={{
          Reservation: reservation.reservation_no && `#${reservation.reservation_no}`,
          Time: `${timeOf(reservation.starts_at, timezone)} to ${timeOf(reservation.ends_at, timezone)}`,
          Table: namesOf(reservation.table_ids, restaurant) || 'None yet',
          Area: area?.name,
          Phone: phone && formatPhone(phone),
          'E-mail': email,
          Occasion: reservation.occasion,
          'Guest’s note': reservation.customer_note,
          'Team’s note': reservation.staff_note,
          Source: sourceLabels[reservation.source] ?? reservation.source,
          'Held until': reservation.held_until && untilLabel(reservation.held_until, timezone, now),
          Declined: reservation.decline_reason,
        }}
      />
      <section aria-label="History">
        <h3>History</h3>
        <ul className="g-stack g-gap-4">
          {reservation.events.map((event) => (
            <li key={event.id} className="g-soft g-break">
              {untilLabel(event.at, timezone, now)}: {eventWords(event, restaurant, now)}
              {(event.device_name ?? event.actor?.name) ? `, ${event.device_name ?? event.actor?.name}` : ''}
              {event.note ? ` (${event.note})` : ''}
              {event.was_offline ? `, offline, arrived ${timeOf(event.arrived_at, timezone)}` : ''}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
