import { lazy, Suspense, useState } from 'react';
import { Add20Regular, TicketDiagonal20Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import type { NewPromotionBody } from '../../../contract/promotions/calls.ts';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { CustomerTabs } from '../../components/CustomerTabs.tsx';
import { ListScreen } from '../../components/ListScreen.tsx';
import { DaySelect } from '../../components/table/DaySelect.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { useFilters } from '../../components/use-filters.ts';
import { useLive, useRows } from '../../data/live.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { statusLabels, typeLabels } from './labels.ts';
import { PromotionCard, promotionColumns } from './promotion-columns.tsx';
import { chosenPromotions, readPromotionFilters, writePromotionFilters } from './promotion-filters.ts';
import { draftOf, draftOfBody, emptyDraft, type PromotionDraft } from './promotion-draft.ts';
import { allPromotions, refusedPromotion, type PromotionRow } from './queries.ts';

const PromotionPanel = lazy(() => import('./PromotionPanel.tsx').then((m) => ({ default: m.PromotionPanel })));
const PromotionForm = lazy(() => import('./PromotionForm.tsx').then((m) => ({ default: m.PromotionForm })));

const statuses = Object.entries(statusLabels);
const types = Object.entries(typeLabels);

/** What the form is about: a new promotion, a copy of another, or a change of one. */
type Editing = { promotion: PromotionRow | null; start: PromotionDraft; instead?: string };

/** The promotions tab of the customers. `?promotion=` opens one beside the list; `?failed=` a refused one to save again. */
export function PromotionsScreen({ restaurant }: { restaurant: Restaurant }) {
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const open = asked.get('promotion');
  const deadLetterKey = asked.get('failed') ?? '';
  const now = useMinute();
  const { filters, change, linkTo } = useFilters(readPromotionFilters, writePromotionFilters);
  const [editing, setEditing] = useState<Editing | null>(null);
  const all = useRows('promotions', allPromotions, []);
  const deadLetter = useLive((db) => refusedPromotion(db, deadLetterKey), [deadLetterKey]);
  const { timezone, currency, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  const [first = '', last = first] = (filters.date ?? '').split('..');
  const days = filters.date ? businessDayRange(first, timezone, cutoff, last) : null;
  const list = linkTo({ page: filters.page });
  const look = { timezone, now, linkTo: (id: string) => `${list}&promotion=${id}` };
  const form =
    editing ??
    // The failed change of this very call.
    (deadLetter
      ? {
          promotion: null,
          start: draftOfBody(deadLetter.entry.body as NewPromotionBody, restaurant),
          instead: deadLetter.key,
        }
      : null);
  const add = {
    label: 'Add promotion',
    icon: <Add20Regular />,
    onDo: () => setEditing({ promotion: null, start: emptyDraft }),
  };
  return (
    <ListScreen
      nouns={{ one: 'promotion', many: 'promotions' }}
      main={all && all.length > 0 ? add : null}
      all={all}
      matching={chosenPromotions(all ?? [], filters, days, now)}
      filters={filters}
      change={change}
      placeholder="Name, code or offer"
      chips={
        <>
          <FilterChip
            name="Status"
            choices={statuses}
            chosen={filters.statuses}
            onChange={(chosen) => change({ statuses: chosen })}
          />
          <FilterChip
            name="Type"
            choices={types}
            chosen={filters.types}
            onChange={(chosen) => change({ types: chosen })}
          />
          <DaySelect label="Runs" date={filters.date} today={today} onChange={(date) => change({ date })} />
        </>
      }
      words={[
        ...filters.statuses.map((status) => statuses.find(([value]) => value === status)?.[1]),
        ...filters.types.map((type) => types.find(([value]) => value === type)?.[1]),
        filters.date && 'those days',
      ]}
      cleared={{ statuses: [], types: [], date: null }}
      empty={{
        icon: <TicketDiagonal20Regular />,
        title: 'No promotions yet',
        hint: 'Offer a discount, free delivery or a free item, to everybody or by a code.',
        action: add,
      }}
      columns={promotionColumns(look)}
      renderCard={(promotion) => <PromotionCard key={promotion.id} promotion={promotion} look={look} />}
      csv={{
        name: `promotions ${today}`,
        write: async (rows) => (await import('./csv.ts')).promotionsCsv(rows, new Date(now), restaurant),
      }}
      above={<CustomerTabs current="promotions" />}
    >
      {open !== null && all && !form && (
        <Suspense>
          <PromotionPanel
            key={open}
            promotion={all.find(({ id }) => id === open) ?? null}
            look={look}
            onEdit={(promotion) => setEditing({ promotion, start: draftOf(promotion, timezone) })}
            onDuplicate={(promotion) => {
              const { code: _, startsAt: __, endsAt: ___, ...rest } = draftOf(promotion, timezone);
              // A copy runs when its own dates say, under its own code.
              const copy = { ...emptyDraft, ...rest, name: `${promotion.name} (copy)` };
              setEditing({ promotion: null, start: copy });
            }}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
      {form && (
        <Suspense>
          <PromotionForm
            {...form}
            all={all ?? []}
            restaurant={restaurant}
            currency={currency}
            onClose={() => {
              setEditing(null);
              if (deadLetterKey) navigate(list);
            }}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
