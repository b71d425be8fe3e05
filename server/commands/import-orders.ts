import { importOrders, type ImportDone } from '../orders/import/import-orders.ts';
import { exponentOf } from '../platform/currency.ts';
import { complain, count, note } from './command.ts';
import { importFile } from './import-file.ts';

// npm run import:orders -- FILE.csv --restaurant EMAIL
// Bad rows are listed on stderr.

const usage =
  "Usage: npm run import:orders -- FILE.csv --restaurant EMAIL   (a .csv or .csv.gz; EMAIL is the owner's address)";

process.exitCode = await importFile(usage, [], importOrders, report);

function report(result: ImportDone): number {
  for (const { line, reason } of result.bad) note(`line ${line}: ${reason}`);
  if (result.bad.length > 0) note(`${result.bad.length} ${result.bad.length === 1 ? 'row was' : 'rows were'} left out`);
  for (const remark of result.remarks) note(remark);
  if (result.orders === 0) return complain('No row could be read', 1);
  const { restaurant, total_amount } = result;
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: restaurant.currency });
  process.stdout.write(
    `${restaurant.name}: the file holds ${count(result.orders)} orders, ${count(result.lines)} lines, ${count(result.dishes)} dishes, ` +
      `${money.format(total_amount / 10 ** exponentOf(restaurant.currency))} in all\n${details(result)}\n`,
  );
  return 0;
}

function details(result: ImportDone): string {
  if (result.version === null) return 'Nothing is new: all of it was here already';
  const parts = [
    `${count(result.ordersAdded)} orders with ${count(result.linesAdded)} lines`,
    `${count(result.dishesAdded)} dishes in ${count(result.categoriesAdded)} new ${result.categoriesAdded === 1 ? 'category' : 'categories'}, none of them on sale`,
    ...(result.ordersCompleted > 0
      ? [`${count(result.ordersCompleted)} orders completed with lines that were missing`]
      : []),
    ...(result.dishesLeftOut > 0
      ? [`${count(result.dishesLeftOut)} dishes left out of the menu, because their place was deleted`]
      : []),
  ];
  return `New: ${parts.join('; ')}`;
}
