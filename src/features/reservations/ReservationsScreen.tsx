import { lazy, Suspense, useState } from 'react';
import { Add20Regular, CalendarLtr20Regular, PersonAdd20Regular, Settings20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import { reservationStatuses } from '../../../contract/reservations/calls.ts';
import { settingsOf } from '../../../contract/reservations/settings-parts.ts';
import { isFinal } from '../../../contract/reservations/status.ts';
import { findSitter } from '../../../contract/reservations/tables.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { HeaderActions, MoreActions } from '../../components/HeaderActions.tsx';
import { ListFrame, ListPage } from '../../components/ListPage.tsx';
import { ListScreen } from '../../components/ListScreen.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { useFilters } from '../../components/use-filters.ts';
import { useLive, useRows } from '../../data/live.ts';
import { serverNow } from '../../lib/server-now.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { begunIn } from '../chats/queries.ts';
import { draftOf, draftOfChat, type ReservationDraft } from './book/draft.ts';
import type { FormKind } from './book/ReservationForm.tsx';
import { DayField } from './DayField.tsx';
import { DayForms } from './DayForms.tsx';
import { chosenReservations, readReservationFilters, writeReservationFilters } from './filters.ts';
import { guestsLabel, reservationStatusLabels } from './labels.ts';
import { ReservationCard, reservationColumns } from './list/reservation-columns.tsx';
import { refusedReservation, reservationsFrom, type ReservationRow } from './queries.ts';
import css from './reservations.module.css';
import { useSteps } from './use-steps.tsx';
import { useMay } from '../../session/use-may.ts';

const ReservationForm = lazy(() => import('./book/ReservationForm.tsx').then((m) => ({ default: m.ReservationForm })));
const ReservationPanel = lazy(() => import('./ReservationPanel.tsx').then((m) => ({ default: m.ReservationPanel })));
const Timeline = lazy(() => import('./list/Timeline.tsx').then((m) => ({ default: m.Timeline })));
const FloorPlan = lazy(() => import('./plan/FloorPlan.tsx').then((m) => ({ default: m.FloorPlan })));

const statuses = reservationStatuses.map((status) => [status, reservationStatusLabels[status]] as const);

interface Opened {
  kind: FormKind;
  first: Partial<ReservationDraft>;
}

/** A day's reservations as list, timeline or floor plan, and who waits. `?reservation=` opens one, `?failed=` a refused new one, `?chat=` one begun there. */
export function ReservationsScreen({ restaurant }: { restaurant: Restaurant }) {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const open = params.get('reservation');
  const deadLetterKey = params.get('failed') ?? '';
  const chatId = params.get('chat') ?? '';
  const begun = useLive((db) => begunIn(db, chatId, serverNow()), [chatId]);
  const isPhone = useMedia(PHONE);
  const now = useMinute();
  const { filters, change, linkTo } = useFilters(readReservationFilters, writeReservationFilters);
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  const day = filters.day ?? today;
  const { from, to } = businessDayRange(day, timezone, cutoff);
  const all = useRows('reservations', (db) => reservationsFrom(db, from, to), [from, to]);
  const deadLetter = useLive((db) => refusedReservation(db, deadLetterKey), [deadLetterKey]);
  const { onStep, floating } = useSteps();
  const [opened, setOpened] = useState<Opened | null>(null);

  const list = linkTo({ page: filters.page });
  const { buffer_minutes: bufferMinutes } = settingsOf(restaurant).booking;
  const sitterOf = (row: ReservationRow) => findSitter(row, all ?? [], { bufferMinutes, now });
  const look = { restaurant, now, onStep, linkTo: (id: string) => `${list}&reservation=${id}`, sitterOf };
  const waiting = (all ?? []).filter((row) => row.waitlisted_at !== null && row.reservation_status === 'requested');
  const isWaiting = filters.show === 'waiting';
  const booked = (all ?? []).filter((row) => row.waitlisted_at === null || row.reservation_status !== 'requested');
  const matching = chosenReservations(isWaiting ? waiting : booked, filters);
  const time = timeOf(now + 3_600_000, timezone).slice(0, 3);
  const openForm = (kind: FormKind, first: Partial<ReservationDraft> = {}) =>
    setOpened({ kind, first: { date: day, time: day === today ? `${time}00` : '19:00', ...first } });

  const maySetUp = useMay('settings');
  const openSettings = () => navigate(links.settings({ tab: 'reservations' }));
  const addTables = { label: 'Add tables', icon: <Add20Regular />, onDo: openSettings };
  const reserve = { label: 'Reserve', icon: <Add20Regular />, onDo: () => openForm('reservation') };
  const addWaiting = { label: 'Add to the list', icon: <PersonAdd20Regular />, onDo: () => openForm('waiting') };
  const walkIn = { label: 'Walk-in', icon: <PersonAdd20Regular />, stays: true, onDo: () => openForm('walk_in') };
  const main = isWaiting ? addWaiting : reserve;
  const more = [
    ...(isWaiting ? [reserve] : day === today ? [walkIn] : []),
    ...(maySetUp ? [{ label: 'Settings', icon: <Settings20Regular />, onDo: openSettings }] : []),
  ];
  const forms = <DayForms current={filters.show} linkTo={linkTo} waitingCount={waiting.length} />;
  const dayField = (
    <DayField
      day={day}
      today={today}
      summary={all === undefined ? '' : isWaiting ? waitingWords(waiting) : summaryOf(booked)}
      onChange={(to) => change({ day: to })}
    />
  );
  const overlays = (
    <>
      {open !== null && (
        <Suspense>
          <ReservationPanel
            key={open}
            id={open}
            restaurant={restaurant}
            now={now}
            onStep={onStep}
            sitterOf={sitterOf}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <ReservationForm
            reservation={null}
            kind={opened.kind}
            first={opened.first}
            restaurant={restaurant}
            now={now}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {deadLetter && (
        <Suspense>
          <ReservationForm
            key={deadLetter.key}
            reservation={null}
            kind="reservation"
            first={draftOf(deadLetter.entry.body as Parameters<typeof draftOf>[0], timezone)}
            instead={deadLetter.key}
            restaurant={restaurant}
            now={now}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
      {begun?.draft.table && (
        <Suspense>
          <ReservationForm
            key={chatId}
            reservation={null}
            kind="reservation"
            first={draftOfChat(begun.chat.customer_name, begun.draft, timezone)}
            customerId={begun.chat.customer_id}
            restaurant={restaurant}
            now={now}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
      {floating}
    </>
  );

  if (filters.show === 'timeline' || filters.show === 'plan')
    return (
      <ListPage title="Reservations" actions={<HeaderActions main={main} more={isPhone ? [] : more} />} footer={null}>
        {forms}
        <div className={`g-toolbar ${css.dayBar}`}>
          {dayField}
          {isPhone && <MoreActions actions={more} />}
        </div>
        <ListFrame>
          <div className={css.content}>
            <Suspense>
              {all === undefined ? (
                <SkeletonRows rows={6} rowHeight={56} label="Loading the reservations" />
              ) : filters.show === 'timeline' ? (
                <Timeline rows={all} look={look} from={Date.parse(from)} to={Date.parse(to)} />
              ) : (
                <FloorPlan
                  addTables={addTables}
                  rows={all}
                  look={look}
                  day={day}
                  isToday={day === today}
                  onSeat={(tableId, at) =>
                    openForm(day === today && Date.parse(at) <= now ? 'walk_in' : 'reservation', {
                      table_ids: [tableId],
                      time: timeOf(at, timezone),
                    })
                  }
                />
              )}
            </Suspense>
          </div>
        </ListFrame>
        {overlays}
      </ListPage>
    );
  return (
    <ListScreen
      nouns={
        isWaiting ? { one: 'party waiting', many: 'parties waiting' } : { one: 'reservation', many: 'reservations' }
      }
      title="Reservations"
      main={main}
      more={more}
      start={dayField}
      csv={{
        name: `reservations ${day}`,
        write: async (rows) => (await import('./csv.ts')).reservationsCsv(rows, restaurant),
      }}
      all={all && (isWaiting ? waiting : booked)}
      matching={matching}
      filters={filters}
      change={change}
      placeholder="Name, phone or number"
      chips={
        <FilterChip
          name="Status"
          choices={statuses}
          chosen={filters.statuses}
          onChange={(chosen) => change({ statuses: chosen })}
        />
      }
      words={filters.statuses.map((status) => reservationStatusLabels[status as ReservationRow['reservation_status']])}
      cleared={{ statuses: [] }}
      empty={
        isWaiting
          ? { icon: <PersonAdd20Regular />, title: 'Nobody is waiting', hint: 'Add a party that waits for a table.' }
          : {
              icon: <CalendarLtr20Regular />,
              title: 'No reservations on this day',
              hint: 'They come from your website, or take one by phone with “Reserve”.',
              ...(settingsOf(restaurant).tables.tables.length === 0 && { action: addTables }),
            }
      }
      columns={reservationColumns(look)}
      renderCard={(row) => <ReservationCard key={row.id} row={row} look={look} />}
      above={forms}
    >
      {overlays}
    </ListScreen>
  );
}

/** "12 reservations, 41 guests, 2 requests" */
function summaryOf(rows: readonly ReservationRow[]): string {
  const coming = rows.filter(({ reservation_status: status }) => !isFinal(status) || status === 'completed');
  const requests = coming.filter(({ reservation_status: status }) => status === 'requested').length;
  const guests = coming.reduce((sum, { guests_count }) => sum + guests_count, 0);
  return [
    coming.length === 1 ? '1 reservation' : `${coming.length} reservations`,
    guestsLabel(guests),
    requests > 0 && (requests === 1 ? '1 request to answer' : `${requests} requests to answer`),
  ]
    .filter(Boolean)
    .join(', ');
}

const waitingWords = (rows: readonly ReservationRow[]): string =>
  rows.length === 0
    ? 'Nobody waits'
    : `${rows.length === 1 ? '1 party' : `${rows.length} parties`}, ${guestsLabel(rows.reduce((sum, row) => sum + row.guests_count, 0))}`;
