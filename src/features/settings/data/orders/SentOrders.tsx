import { Button } from '@fluentui/react-components';
import { Link } from 'wouter';
import { getOrderImport, getOrderImportRejects } from '../../../../../contract/orders/import-calls.ts';
import { readRejects, useImport } from '../../../../api/use-import.ts';
import { useQuery } from '../../../../api/use-server-data.ts';
import { RejectsButton } from '../../../../components/import/RejectsButton.tsx';
import { SentImport } from '../../../../components/import/SentImport.tsx';
import { count } from '../../../../lib/count.ts';
import { links } from '../../../../links.ts';
import { Remarks } from './Remarks.tsx';

/** An import of past orders that was started. */
export function SentOrders({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { row, isOver } = useImport(useQuery(getOrderImport, { path: { id } }));
  return (
    <SentImport
      row={row}
      isOver={isOver}
      progress={{ unit: 'Orders', done: row?.orders_done, total: row?.orders }}
      begins="The import begins …"
      offline="You are offline. The server goes on with the import; the result appears here later."
      failed={
        <div className="g-stack g-gap-12">
          <p className="g-bad">The import was not finished. Choose the file again: orders that are here are skipped.</p>
          <div>
            <Button onClick={onLeave}>Choose a file again</Button>
          </div>
        </div>
      }
      pairs={{
        'Orders in the file': row && count(row.orders),
        'Orders added': row && count(row.orders_added),
        'Completed with lines': row && row.orders_completed > 0 && count(row.orders_completed),
        'Skipped, here already': row && count(row.orders_skipped),
        'Skipped, stored as one with another': row && row.orders_joined > 0 && count(row.orders_joined),
        'Dishes added': row && count(row.dishes_added),
        'Rows left out, with an error': row && count(row.failed),
      }}
    >
      {row && row.dishes_added > 0 && (
        <p>
          The dishes are not on sale. They are in the <Link href={links.menu()}>archived menu</Link> “Imported menu”:
          publish it to sell them.
        </p>
      )}
      <Remarks remarks={row?.remarks ?? []} />
      {row?.errors_csv_url && <RejectsButton read={() => readRejects(getOrderImportRejects, id)} />}
      <div className="g-flex g-wrap g-gap-8">
        <Link href={links.insights()} className="g-action g-hover">
          See the insights
        </Link>
        <Button onClick={onLeave}>Import another file</Button>
      </div>
    </SentImport>
  );
}
