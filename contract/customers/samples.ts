import { sampleOf, type Sample } from '../sample.ts';
import * as customers from './calls.ts';
import * as imports from './import-calls.ts';

/** name,phone; Tom Hale,020 7946 0777 */
const CSV = 'bmFtZSxwaG9uZQpUb20gSGFsZSwwMjAgNzk0NiAwNzc3Cg==';

export const samples: Sample[] = [
  sampleOf(customers.list, () => ({ query: { customer_status: 'active', segment: 'new' } })),
  sampleOf(customers.exportCsv, () => ({ query: { customer_status: 'active' } })),
  sampleOf(customers.get, ({ customerId }) => ({ path: { id: customerId } })),
  sampleOf(customers.create, ({ newId }) => ({
    body: { id: newId(), name: 'Ada King', email: `${newId()}@example.com`, birthday: '1990-12-10', tags: ['regular'] },
  })),
  sampleOf(customers.edit, ({ customerId }) => ({
    path: { id: customerId },
    body: { note: 'Likes it hot', phone: '020 7946 0999' },
  })),
  sampleOf(customers.setConsent, ({ customerId }) => ({
    path: { id: customerId, medium: 'email' },
    body: { granted: true, source: 'In person' },
  })),
  sampleOf(customers.listConsents, ({ customerId }) => ({ path: { id: customerId } })),
  sampleOf(customers.merge, ({ customerId, spareCustomerId }) => ({
    path: { id: customerId },
    body: { other_id: spareCustomerId },
  })),
  // An id of another restaurant's file is free here: files are kept by restaurant.
  {
    ...sampleOf(imports.storeImportFile, ({ newId }) => ({
      path: { id: newId() },
      body: { file: [CSV] },
    })),
    foreignRows: null,
  },
  sampleOf(
    imports.importCustomers,
    ({ restaurantId, customerImportId }) => ({
      body: {
        restaurant_id: restaurantId,
        file_id: customerImportId,
        file_name: 'customers.csv',
        on_duplicate: 'skip',
      },
    }),
    { foreignRows: 'file_missing' },
  ),
  sampleOf(imports.listImports, () => ({})),
  sampleOf(imports.getImport, ({ customerImportId }) => ({ path: { id: customerImportId } })),
  sampleOf(imports.getImportRejects, ({ customerImportId }) => ({ path: { id: customerImportId } })),
  sampleOf(customers.erase, ({ customerToEraseId }) => ({ path: { id: customerToEraseId }, body: {} })),
];
