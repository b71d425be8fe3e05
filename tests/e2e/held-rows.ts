import type { Page } from 'playwright-core';

/** How many rows of a table this device holds. */
export const heldRows = (page: Page, table: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        void indexedDB.databases().then((all) => {
          const opened = indexedDB.open(all.find((one) => one.name?.startsWith('galley:'))!.name!);
          opened.addEventListener('error', () => reject(opened.error!));
          opened.addEventListener('success', () => {
            const counted = opened.result.transaction(name).objectStore(name).count();
            counted.addEventListener('success', () => {
              opened.result.close();
              resolve(counted.result);
            });
          });
        });
      }),
    table,
  );
