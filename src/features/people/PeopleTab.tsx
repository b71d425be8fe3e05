import { lazy, Suspense, useState } from 'react';
import { list } from '../../../contract/people/calls.ts';
import { useQuery } from '../../api/use-server-data.ts';
import css from '../../components/settings/settings.module.css';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { People } from './People.tsx';
import { Unread } from './Unread.tsx';

const Changes = lazy(() => import('./changes/Changes.tsx').then((m) => ({ default: m.Changes })));

/** Who belongs to the restaurant, with what each may do, and what they changed. */
export function PeopleTab() {
  const { answer, ask } = useQuery(list, {});
  const [edits, setEdits] = useState(0);
  const onChanged = () => {
    ask();
    setEdits((n) => n + 1);
  };
  return (
    <>
      <section className={`g-group ${css.card}`} aria-labelledby="people-title">
        <h2 className="g-group-title" id="people-title">
          People
        </h2>
        {answer === null ? (
          <SkeletonRows rows={3} rowHeight={56} label="Loading people" />
        ) : answer.ok ? (
          <People people={answer.data} onChanged={onChanged} />
        ) : (
          <Unread failure={answer} onRetry={ask} />
        )}
      </section>
      {/* One message is enough for a list that cannot be read. */}
      {answer?.ok && (
        <Suspense>
          <Changes people={answer.data} edits={edits} />
        </Suspense>
      )}
    </>
  );
}
