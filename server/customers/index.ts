import { area } from '../area.ts';
import { importRetention } from '../import/importer.ts';
import { importJobs } from '../import/run-import.ts';
import { customerImporter } from './import/importer.ts';
import { importFileRoutes } from './import/routes.ts';
import { mendPhones } from './mend-phones.ts';
import { routes } from './routes.ts';
import { MINUTE, SECOND } from '../jobs/periodic.ts';

export const customers = area({
  name: 'customers',
  handlers: (services) => [...routes, ...importFileRoutes(services)],
  jobs: importJobs(customerImporter),
  periodic: (services) => [
    // Soon, because a blocked customer may be stored in a wrong spelling; then for those whose country changed.
    { name: 'mend_phones', everyMs: 5 * MINUTE, firstAfterMs: SECOND, run: (now) => mendPhones(services, now) },
  ],
  retention: importRetention(customerImporter),
  tables: {
    customers: { key: 'id', isImported: true },
    consent_changes: { key: 'id', isImported: true },
    customer_imports: { notExported: 'files that were imported before; the customers are in the export' },
    customer_figures: { notExported: 'derived from orders' },
  },
});
