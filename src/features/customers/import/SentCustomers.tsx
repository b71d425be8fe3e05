import { Link } from 'wouter';
import { getImport, getImportRejects } from '../../../../contract/customers/import-calls.ts';
import { readRejects, useImport } from '../../../api/use-import.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { RejectsButton } from '../../../components/import/RejectsButton.tsx';
import { SentImport } from '../../../components/import/SentImport.tsx';
import { count } from '../../../lib/count.ts';
import { links } from '../../../links.ts';

/** An import of customers that was sent. */
export function SentCustomers({ id }: { id: string }) {
  const { row, isOver } = useImport(useQuery(getImport, { path: { id } }), { mayWait: true });
  return (
    <SentImport
      row={row}
      isOver={isOver}
      progress={{ unit: 'Rows', done: row?.rows_done, total: row?.rows_total }}
      begins="The file is being sent …"
      offline="You are offline. The file waits on this device and is imported as soon as you are connected. You can leave this page."
      below={
        <p>
          <Link href={links.customers()}>Back to the customers</Link>
        </p>
      }
      failed={
        <p className="g-bad">
          Nothing was imported. {row?.errors[0]?.message ?? 'Something went wrong on our side. Choose the file again.'}
        </p>
      }
      pairs={{
        Rows: row && count(row.rows_total),
        Added: row && count(row.created),
        Updated: row && count(row.updated),
        'Skipped, here already': row && count(row.skipped),
        'Left out, with an error': row && count(row.failed),
      }}
    >
      <div className="g-flex g-wrap g-gap-8">
        {row?.errors_csv_url && <RejectsButton read={() => readRejects(getImportRejects, id)} />}
        <Link href={links.customers()} className="g-action g-hover">
          See the customers
        </Link>
      </div>
    </SentImport>
  );
}
