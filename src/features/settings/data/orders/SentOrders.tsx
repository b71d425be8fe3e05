import { Button, ProgressBar } from '@fluentui/react-components';
import { Link } from 'wouter';
import { getOrderImport, type OrderImport } from '../../../../../contract/orders/import-calls.ts';
import { useQuery, useReadAgain } from '../../../../api/use-server-data.ts';
import { ErrorTable } from '../../../../components/import/ErrorTable.tsx';
import { KeyValueList } from '../../../../components/KeyValueList.tsx';
import { links } from '../../../../links.ts';
import { useIsOnline } from '../../../../sync/runtime/client.ts';
import { RejectsButton } from './RejectsButton.tsx';
import { Remarks } from './Remarks.tsx';

const READ_AGAIN_MS = 1000;
const n = (count: number) => count.toLocaleString('en-GB');

/** An import that was started: how far it is, and its result. */
export function SentOrders({ id, onLeave }: { id: string; onLeave: () => void }) {
  const isOnline = useIsOnline();
  const { answer, ask } = useQuery(getOrderImport, { path: { id } });
  const found = answer?.ok ? answer.data : null;
  const isLost = answer?.ok === false && answer.kind === 'refused';
  const isOver = found?.status === 'done' || found?.status === 'failed' || isLost;
  useReadAgain(!isOver, ask, READ_AGAIN_MS);

  if (isOver) return <Result done={found} onLeave={onLeave} />;
  return (
    <div className="g-stack g-gap-12" aria-live="polite">
      {isOnline ? (
        <>
          <p>
            {found && found.orders_done > 0
              ? `${n(found.orders_done)} of ${n(found.orders)} orders imported`
              : 'The import begins …'}
          </p>
          <ProgressBar
            {...(found && found.orders > 0 && { value: found.orders_done / found.orders })}
            aria-label="Orders imported"
          />
          <p className="g-text-13 g-faint">You can leave this page. A notification says when it is done.</p>
        </>
      ) : (
        <p className="g-warn">You are offline. The server goes on with the import; the result appears here later.</p>
      )}
    </div>
  );
}

function Result({ done, onLeave }: { done: OrderImport | null; onLeave: () => void }) {
  if (done?.status !== 'done')
    return (
      <div className="g-stack g-gap-12">
        <p className="g-bad">The import was not finished. Choose the file again: orders that are here are skipped.</p>
        <div>
          <Button onClick={onLeave}>Choose a file again</Button>
        </div>
      </div>
    );
  return (
    <div className="g-stack g-narrow g-gap-16">
      <p className="g-text-16 g-strong">
        <bdi>{done.file_name}</bdi> has been imported
      </p>
      <KeyValueList
        pairs={{
          'Orders in the file': n(done.orders),
          'Orders added': n(done.orders_added),
          'Completed with lines': done.orders_completed > 0 && n(done.orders_completed),
          'Skipped, here already': n(done.orders_skipped),
          'Skipped, stored as one with another': done.orders_joined > 0 && n(done.orders_joined),
          'Dishes added': n(done.dishes_added),
          'Rows left out, with an error': n(done.failed),
        }}
      />
      {done.dishes_added > 0 && (
        <p>
          The dishes are not on sale. They are in the <Link href={links.menu()}>archived menu</Link> “Imported menu”:
          publish it to sell them.
        </p>
      )}
      <Remarks remarks={done.remarks} />
      {done.errors_csv_url !== null && <RejectsButton id={done.import_id} />}
      {done.errors.length > 0 && <ErrorTable errors={done.errors} />}
      <div className="g-flex g-wrap g-gap-8">
        <Link href={links.insights()} className="g-action g-tall-32 g-hover">
          See the insights
        </Link>
        <Button onClick={onLeave}>Import another file</Button>
      </div>
    </div>
  );
}
