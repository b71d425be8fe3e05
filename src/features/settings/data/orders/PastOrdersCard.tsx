import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ReceiptAdd24Regular } from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { type CheckedOrders } from '../../../../../contract/orders/import-calls.ts';
import { links } from '../../../../links.ts';
import css from '../../../../components/settings/settings.module.css';

const ChooseOrders = lazy(() => import('./ChooseOrders.tsx').then((m) => ({ default: m.ChooseOrders })));
const CheckedFile = lazy(() => import('./CheckedFile.tsx').then((m) => ({ default: m.CheckedFile })));
const SentOrders = lazy(() => import('./SentOrders.tsx').then((m) => ({ default: m.SentOrders })));

/** Orders of a till that were made before Galley. `?orders_import=` names an import that was started. */
export function PastOrdersCard() {
  const importId = new URLSearchParams(useSearch()).get('orders_import');
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [checked, setChecked] = useState<CheckedOrders | null>(null);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (importId !== null) card.current?.scrollIntoView({ block: 'start' });
  }, [importId]);

  const leave = () => {
    setChecked(null);
    navigate(links.settings({ tab: 'security' }), { replace: true });
  };
  const showImport = (id: string) =>
    navigate(links.settings({ tab: 'security', orders_import: id }), { replace: true });
  return (
    <section ref={card} className={`g-group g-narrow ${css.card}`} aria-labelledby="past-orders-card">
      <div className="g-row g-gap-12">
        <ReceiptAdd24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="past-orders-card">
          Past orders
        </h3>
      </div>
      <p>
        Bring the orders of your former till along, so that insights show them. The dishes in them become an archived
        menu, which you can edit and publish.
      </p>

      <Suspense>
        {importId !== null ? (
          <SentOrders id={importId} onLeave={leave} />
        ) : checked !== null ? (
          <CheckedFile checked={checked} onStarted={showImport} onBack={() => setChecked(null)} />
        ) : isOpen ? (
          <ChooseOrders onChecked={setChecked} />
        ) : (
          <Button className={css.open} onClick={() => setIsOpen(true)}>
            Import past orders
          </Button>
        )}
      </Suspense>
    </section>
  );
}
