import { lazy, Suspense, useState } from 'react';
import { CalendarLtr16Regular } from '@fluentui/react-icons';
import { Chip } from '../../../components/table/FilterChip.tsx';

const DatePopover = lazy(() => import('./DatePopover.tsx').then((module) => ({ default: module.DatePopover })));

interface Props {
  /** As in the address: null is today. */
  date: string | null;
  words: string;
  today: string;
  onChange: (date: string | null) => void;
}

/** The days of the list. Its cross switches to all dates, which is no filter. */
export function DateChip({ date, words, today, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Chip
        text={words}
        label={`Date: ${words}`}
        icon={<CalendarLtr16Regular />}
        isActive={date !== 'all'}
        isOpen={anchor !== null}
        onPress={setAnchor}
        onClear={() => onChange('all')}
      />
      {anchor && (
        <Suspense>
          <DatePopover date={date} today={today} target={anchor} onChange={onChange} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
