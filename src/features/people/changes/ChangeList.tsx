import type { ReactNode } from 'react';
import type { Change } from '../../../../contract/people/calls.ts';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import { CardList } from '../../../components/table/CardList.tsx';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import people from '../people.module.css';
import css from './changes.module.css';
import { approverLabel, whenLabel, whoLabel, wordsOf, type Said } from './words.ts';

interface Props {
  /** Null: being read. */
  changes: readonly Change[] | null;
  said: Said;
}

export function ChangeList({ changes, said }: Props) {
  const isPhone = useMedia(PHONE);
  const { timezone } = said.restaurant;
  const when = (change: Change) => whenLabel(change, timezone, said.now);
  const what = (change: Change) => {
    const { title, place } = wordsOf(change, said);
    return (
      <>
        {title}
        <span className={`g-soft g-size-13 ${css.line}`}>{place}</span>
      </>
    );
  };
  const approval = (change: Change) => {
    const approver = approverLabel(change);
    return (
      approver && (
        <span className={`g-soft g-size-13 ${css.line}`}>
          approved by <bdi>{approver}</bdi>
        </span>
      )
    );
  };
  const who = (change: Change) => (
    <>
      <bdi>{whoLabel(change)}</bdi>
      {approval(change)}
    </>
  );
  const cell = (shown: ReactNode) => <span className={`g-break ${css.cell}`}>{shown}</span>;
  const columns: Column<Change>[] = [
    { head: 'When', width: 96, cell: (change) => cell(when(change)) },
    { head: 'Who', width: 120, cell: (change) => cell(who(change)) },
    { head: 'Device', width: 96, cell: ({ device_name }) => cell(<bdi>{device_name ?? 'Not known'}</bdi>) },
    { head: 'What', width: 200, cell: (change) => cell(what(change)) },
  ];
  return isPhone ? (
    <CardList label="What changed" rows={changes}>
      {(change) => (
        <li key={change.id} data-row={change.id} className={`g-soft g-round-12 g-edge ${people.card}`}>
          <span className="g-break g-size-16">{what(change)}</span>
          <span className="g-break">
            <bdi>{whoLabel(change)}</bdi>
            {change.device_name && ` · ${change.device_name}`}
            {approval(change)}
          </span>
          <span>{when(change)}</span>
        </li>
      )}
    </CardList>
  ) : (
    <DataTable caption="What changed" columns={columns} rows={changes} />
  );
}
