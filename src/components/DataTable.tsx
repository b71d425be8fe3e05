import type { ReactNode } from 'react';
import { RowCheckbox } from './table/RowCheckbox.tsx';
import { useRowKeys } from './table/row-keys.ts';
import { SortHead } from './table/SortHead.tsx';
import table from './table/table.module.css';
import { TableSkeleton } from './table/TableSkeleton.tsx';

export interface Sort<Field extends string> {
  field: Field;
  descending: boolean;
}

export interface Column<Row, Field extends string = never> {
  /** The word in the head. */
  head: string;
  /** Its head is read aloud and not seen. */
  isHeadHidden?: boolean;
  /** `data-column`, for style sheets. */
  column?: string;
  /** By what its head sorts. */
  sort?: Field;
  /** Numbers stand at the end of the cell. */
  isAmount?: boolean;
  /** Of the grey bar that stands for it while rows load, px. */
  width: number;
  className?: string | undefined;
  headClassName?: string | undefined;
  /** Where rows are drawn cell by cell; the first such column names the row. */
  cell?: (row: Row) => ReactNode;
}

interface Props<Row, Field extends string> {
  caption: string;
  columns: readonly Column<Row, Field>[];
  /** null: nothing has reached this device yet. */
  rows: readonly Row[] | null;
  sort?: Sort<Field>;
  onSort?: (sort: Sort<Field>) => void;
  /** With a box in each row, and one in the head that chooses the page. Rows that are drawn whole draw their own. */
  chosen?: ReadonlySet<string>;
  onChoose?: (ids: string[], isChosen: boolean) => void;
  /** Space chooses the row that the keyboard stands on. */
  isChosenBySpace?: boolean;
  /** The whole `<tr>`, where its cells are not enough. */
  renderRow?: (row: Row) => ReactNode;
}

/** A list from a small tablet up: heads that sort, rows with keys, grey bars while nothing is here. */
export function DataTable<Row extends { id: string }, Field extends string>(props: Props<Row, Field>) {
  const { caption, columns, rows, sort, onSort, chosen, onChoose, isChosenBySpace = false } = props;
  const list = useRowKeys<HTMLTableElement>(
    isChosenBySpace && onChoose ? (id) => onChoose([id], !chosen?.has(id)) : undefined,
  );
  const ids = rows?.map(({ id }) => id) ?? [];
  const drawRow = props.renderRow ?? ((one: Row) => <CellRow key={one.id} row={one} columns={columns} />);
  return (
    <table ref={list} className={`g-table ${table.table}`}>
      <caption className="g-hidden">{caption}</caption>
      <thead>
        <tr>
          {chosen && onChoose && (
            <th scope="col">
              <RowCheckbox
                label="Select all on this page"
                checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
                isPartial={ids.some((id) => chosen.has(id))}
                onChange={(checked) => onChoose(ids, checked)}
              />
            </th>
          )}
          {columns.map((column) =>
            column.sort !== undefined && sort && onSort ? (
              <SortHead
                key={column.head}
                word={column.head}
                column={column.column}
                className={headLook(column)}
                descending={sort.field === column.sort ? sort.descending : null}
                onSort={(descending) => onSort({ field: column.sort!, descending })}
              />
            ) : (
              <th key={column.head} scope="col" data-column={column.column} className={headLook(column)}>
                {column.isHeadHidden ? <span className="g-hidden">{column.head}</span> : column.head}
              </th>
            ),
          )}
        </tr>
      </thead>
      {rows === null ? (
        <TableSkeleton rows={10} columns={[...(chosen ? [{ width: 16 }] : []), ...columns]} />
      ) : (
        <tbody>{rows.map(drawRow)}</tbody>
      )}
    </table>
  );
}

const look = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ') || undefined;
const headLook = ({ isAmount, headClassName }: { isAmount?: boolean; headClassName?: string | undefined }) =>
  look(isAmount && table.amount, headClassName);

function CellRow<Row extends { id: string }, Field extends string>(props: {
  row: Row;
  columns: readonly Column<Row, Field>[];
}) {
  const { row, columns } = props;
  return (
    <tr data-row={row.id}>
      {columns.map(({ head, column, isAmount, className, cell }, place) => {
        const cellLook = look(isAmount && table.amount, className);
        return place === 0 ? (
          <th key={head} scope="row" className={look(table.name, isAmount && table.amount, className)}>
            {cell?.(row)}
          </th>
        ) : (
          <td key={head} data-column={column} className={cellLook}>
            {cell?.(row)}
          </td>
        );
      })}
    </tr>
  );
}
