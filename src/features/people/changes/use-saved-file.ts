import { useState } from 'react';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useStore } from '../../../data/current.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { FILE_MAX, readForFile, type ChangeQuery } from './requests.ts';
import { knownTo, type Said } from './words.ts';

/** Saves what `query` asks for as a file, with the names that this device knows. */
export function useSavedFile(query: ChangeQuery, said: Said) {
  const store = useStore();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function save() {
    if (isReading) return;
    setReading(true);
    setFault(null);
    try {
      const read = await readForFile(query);
      if (!read.ok)
        return setFault(
          read.kind === 'offline' ? 'The file needs internet: the server keeps the changes.' : failureText(read),
        );
      const [{ changesCsv }, known] = await Promise.all([
        import('./csv.ts'),
        store ? knownTo(store.db, read.changes) : null,
      ]);
      const { timezone, business_day_cutoff_time: cutoff } = said.restaurant;
      const today = businessDay(new Date(said.now), timezone, cutoff);
      saveCsv(`changes ${today}.csv`, changesCsv(read.changes, { ...said, ...known }));
      if (read.isCut) showToast({ title: `The newest ${FILE_MAX.toLocaleString('en-GB')} changes are saved` });
    } finally {
      setReading(false);
    }
  }

  return { save, isReading, fault };
}
