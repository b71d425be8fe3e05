import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArchiveArrowBack24Regular } from '@fluentui/react-icons';
import css from '../../../components/settings/settings.module.css';
import { StorageLine } from './StorageLine.tsx';
import { ImportFile } from './ImportFile.tsx';

const ExportForm = lazy(() => import('./ExportForm.tsx').then((m) => ({ default: m.ExportForm })));

/** Everything of the restaurant as one file, and such a file back into a new account. */
export function DataCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="data-card">
      <div className="g-row g-gap-12">
        <ArchiveArrowBack24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="data-card">
          Your data
        </h3>
      </div>
      <p>
        One file with the menu, customers, orders, payments, reservations, promotions, stock, chats, settings and
        images, and with tables for a spreadsheet. Passwords and the keys of connected services are not in it. Keep it
        safe: it names your customers.
      </p>
      <StorageLine />
      {isOpen && (
        <Suspense>
          <ExportForm onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
      {!isOpen && (
        <Button className={css.open} onClick={() => setIsOpen(true)}>
          Export everything
        </Button>
      )}
      <ImportFile />
    </section>
  );
}
