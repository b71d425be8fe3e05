import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular, History20Regular, Search20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Person } from '../../../../contract/people/calls.ts';
import { PAGE_SIZE } from '../../../../contract/limits.ts';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import settings from '../../../components/settings/settings.module.css';
import { ChipSelect } from '../../../components/table/ChipSelect.tsx';
import { DaySelect } from '../../../components/table/DaySelect.tsx';
import { TableFooter } from '../../../components/table/TableFooter.tsx';
import { useLive } from '../../../data/live.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { nameOf } from '../labels.ts';
import { Unread } from '../Unread.tsx';
import { ChangeList } from './ChangeList.tsx';
import { areaLabels } from './labels.ts';
import { useChanges } from './use-changes.ts';
import { useSavedFile } from './use-saved-file.ts';
import { knownTo, type Known } from './words.ts';

interface Props {
  people: readonly Person[];
  /** How often people were changed on this page: each time there is a change more. */
  edits: number;
}

/** What people changed, by whom and on which device: the server's record of it. */
export function Changes(props: Props) {
  const restaurant = useRestaurant();
  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="changes-title">
      <h2 className="g-group-title" id="changes-title">
        What changed
      </h2>
      {restaurant && <Content {...props} restaurant={restaurant} />}
    </section>
  );
}

const none = { person: '', area: '', date: null as string | null };
const nothing: Known = { rows: new Map(), categories: new Map() };

function Content({ people, edits, restaurant }: Props & { restaurant: Restaurant }) {
  const now = useMinute();
  const [filters, setFilters] = useState(none);
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState<number>(PAGE_SIZE);
  const { person, area, date } = filters;
  const isFiltered = person !== '' || area !== '' || date !== null;
  const query = { ...(person && { person }), ...(area && { area }), ...(date && { date }) };
  const { answer, last, ask } = useChanges({ ...query, page_no: String(page), limit: String(limit) }, edits);
  const changes = answer?.ok ? answer.data : null;
  const known = useLive(
    async (db) => (changes ? knownTo(db, changes) : nothing),
    [changes?.map(({ id }) => id).join()],
  );
  const said = { ...(known ?? nothing), restaurant, people, now };
  const file = useSavedFile(query, said);
  // While another page is read the count stays, and the buttons with it.
  const meta = last?.ok ? last.meta : undefined;
  const filter = (change: Partial<typeof none>) => {
    setFilters({ ...filters, ...change });
    setPage(1);
  };
  return (
    <>
      <div className="g-row g-wrap g-gap-8" role="search" aria-label="What changed">
        <ChipSelect
          label="Person"
          value={person}
          choices={[
            ['', 'Everybody'],
            ...people
              .filter(({ status }) => status !== 'invited')
              .map((one): [string, string] => [one.id, nameOf(one)]),
          ]}
          onChange={(value) => filter({ person: value })}
        />
        <ChipSelect
          label="Area"
          value={area}
          choices={[['', 'All areas'], ...Object.entries(areaLabels)]}
          onChange={(value) => filter({ area: value })}
        />
        <DaySelect
          label="Changed"
          date={date}
          today={businessDay(new Date(now), restaurant.timezone, restaurant.business_day_cutoff_time)}
          onChange={(value) => filter({ date: value })}
        />
        <Button
          icon={<ArrowDownload20Regular />}
          disabledFocusable={file.isReading || !changes || changes.length === 0}
          onClick={() => void file.save()}
        >
          Save as CSV
        </Button>
      </div>
      <p className="g-bad" aria-live="polite">
        {file.fault}
      </p>
      {answer && !answer.ok ? (
        <Unread failure={answer} onRetry={ask} />
      ) : changes?.length === 0 ? (
        <EmptyState
          icon={isFiltered ? <Search20Regular /> : <History20Regular />}
          title={isFiltered ? 'No change matches' : 'Nothing was changed yet'}
          actions={isFiltered && <Button onClick={() => filter(none)}>Clear filters</Button>}
        >
          {!isFiltered && 'What people change from now on is listed here, with their name and device, for 400 days.'}
        </EmptyState>
      ) : (
        <div aria-busy={changes === null}>
          <ChangeList changes={changes} said={said} />
        </div>
      )}
      {!(answer && !answer.ok) && (
        <TableFooter
          page={page}
          limit={limit}
          total={meta?.total_count ?? null}
          sizes={[PAGE_SIZE, 30, 60]}
          {...(meta?.is_total_minimum && { note: 'or more' })}
          onPage={setPage}
          onLimit={(rows) => {
            setLimit(rows);
            setPage(1);
          }}
        />
      )}
    </>
  );
}
