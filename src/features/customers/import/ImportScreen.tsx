import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { links } from '../../../links.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { ImportWizard } from './ImportWizard.tsx';
import { SentCustomers } from './SentCustomers.tsx';

/** A list of customers from a file: choose, match the columns, check, import. `importId`: one that was sent. */
export function ImportScreen({ restaurant, importId }: { restaurant: Restaurant; importId: string | null }) {
  return (
    <Page title="Import customers" breadcrumb={[{ label: 'Customers', to: links.customers() }]}>
      {importId ? <SentCustomers id={importId} /> : <ImportWizard restaurant={restaurant} />}
    </Page>
  );
}
