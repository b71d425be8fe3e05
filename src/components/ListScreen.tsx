import type { ReactNode } from 'react';
import { saveCsv } from '../lib/save-file.ts';
import { PHONE, useMedia } from '../ui/use-media.ts';
import { isFirstLoad, useSyncState } from '../sync/runtime/client.ts';
import type { Action } from './ActionMenu.tsx';
import { DataTable, type Column, type Sort } from './DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { HeaderActions, MoreActions } from './HeaderActions.tsx';
import { ListFrame, ListPage } from './ListPage.tsx';
import { ListState, type EmptyWords } from './ListState.tsx';
import { titleOf, type Nouns } from './nouns.ts';
import { pageRows } from './page-rows.ts';
import { CardList } from './table/CardList.tsx';
import { TableFooter } from './table/TableFooter.tsx';
import type { ChangeFilters } from './use-filters.ts';

const pageSizes = [15, 30, 60];
/** Room for sums above the rows: not on a phone, nor in a desktop's window at 200 %. */
const ROOMY = '(min-width: 640px) and (min-height: 600px)';

interface Filters<Field extends string> {
  search: string;
  page: number;
  limit: number;
  sort: Sort<Field>;
}

interface Props<Row extends { id: string }, Field extends string, Chosen extends Filters<Field>> {
  nouns: Nouns;
  /** The page's name, if it is not that of its rows. */
  title?: string;
  breadcrumb?: { label: string; to: string }[];
  /** See HeaderActions. On a phone the others are at the end of the search's line. */
  main?: Action | null;
  more?: readonly Action[];
  /** Before the search, such as the day. */
  start?: ReactNode;
  /** All rows of this device; undefined: not read yet. */
  all: readonly Row[] | undefined;
  /** Those that the filters ask for, in their order. */
  matching: readonly Row[];
  filters: Chosen;
  change: ChangeFilters<Chosen>;
  /** What the search looks through: "Name, phone or tag". */
  placeholder: string;
  /** Chips beside the search. */
  chips?: ReactNode;
  /** The chips that filter, in words, for "No customer matches …". */
  words?: readonly (string | false | null | undefined)[];
  /** What "Clear filters" sets besides the search. */
  cleared?: Partial<Chosen>;
  empty: EmptyWords;
  columns: readonly Column<Row, Field>[];
  /** A row on a phone, as `<li key data-row>`. */
  renderCard: (row: Row) => ReactNode;
  /** Between the header and the search: tabs. */
  above?: ReactNode;
  /** Sums above the search, where they have room. */
  figures?: ReactNode;
  /** What the filters ask for as a file: its name without the ending, and its text. The text is made on demand, from a chunk of its own. */
  csv?: { name: string; write: (rows: readonly Row[]) => Promise<string> };
  /** Panels and dialogs. */
  children?: ReactNode;
}

/**
 * A screen that lists rows of this device: search, filters, table or cards, pages, and each state that it can be in. A new one brings its
 * filters, its columns and its query; tests/components/list-screen.test.tsx has one.
 */
export function ListScreen<Row extends { id: string }, Field extends string, Chosen extends Filters<Field>>(
  props: Props<Row, Field, Chosen>,
) {
  const {
    nouns,
    all,
    matching,
    filters,
    change,
    words = [],
    cleared,
    empty,
    columns,
    more = [],
    renderCard,
    csv,
    children,
  } = props;
  const sync = useSyncState();
  const isPhone = useMedia(PHONE);
  const isRoomy = useMedia(ROOMY);
  const isLoading =
    all === undefined || (all.length === 0 && sync !== undefined && !sync.isComplete && sync.gate === 'open');
  const shown = pageRows(matching, filters);
  const rows = isLoading ? null : shown.rows;
  const title = props.title ?? titleOf(nouns);
  // Of a generic type the compiler cannot tell that these are parts of it.
  const patch = (part: Partial<Filters<Field>>) => part as Partial<Chosen>;
  return (
    <ListPage
      title={title}
      {...(props.breadcrumb && { breadcrumb: props.breadcrumb })}
      actions={<HeaderActions main={props.main ?? null} more={isPhone ? [] : more} />}
      footer={
        <TableFooter
          page={shown.page}
          limit={filters.limit}
          total={isLoading ? null : matching.length}
          isLoading={isFirstLoad(sync)}
          sizes={pageSizes}
          onPage={(page) => change(patch({ page }))}
          onLimit={(limit) => change(patch({ limit }))}
          {...(csv && {
            onExport: () => void csv.write(matching).then((text) => saveCsv(`${csv.name}.csv`, text)),
          })}
        />
      }
    >
      {props.above}
      {isRoomy && props.figures}
      <FilterBar
        label={title}
        searchLabel={`Search ${nouns.many}`}
        placeholder={props.placeholder}
        search={filters.search}
        onSearch={(search) => change(patch({ search }), { replace: true })}
        start={props.start}
        end={isPhone && more.length > 0 && <MoreActions actions={more} />}
      >
        {props.chips}
      </FilterBar>
      <ListFrame>
        {isPhone ? (
          <CardList label={title} rows={rows}>
            {renderCard}
          </CardList>
        ) : (
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            sort={filters.sort}
            onSort={(sort) => change(patch({ sort }))}
          />
        )}
        {!isLoading && matching.length === 0 && (
          <ListState
            nouns={nouns}
            present={all.length}
            words={[filters.search.trim() && `“${filters.search.trim()}”`, ...words]}
            onClear={() => change({ ...patch({ search: '' }), ...cleared })}
            empty={empty}
          />
        )}
      </ListFrame>
      {children}
    </ListPage>
  );
}
