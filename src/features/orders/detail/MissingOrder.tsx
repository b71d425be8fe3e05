import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, ErrorCircle20Regular, Receipt20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import * as calls from '../../../../contract/orders/calls.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { send, type Result } from '../../../api/send.ts';
import { useLive } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { tryNow, useSyncState } from '../../../sync/runtime/client.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { OrderPage } from './OrderPage.tsx';
import { heldOrders } from '../queries.ts';

interface Props {
  id: string;
  restaurant: Restaurant;
  breadcrumb: { label: string; to: string }[];
}

/** How long a poke for an order that was just created may take, ms. */
const NEWS_MS = 4_000;

/**
 * Shown for an order that is not on this device. A device that has all orders waits a moment for it to arrive; any other asks the
 * server.
 */
export function MissingOrder(props: Props) {
  const [tries, setTries] = useState(0);
  return <Absent key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

type AbsentProps = Props & { onAgain: () => void };

/** `OrderScreen` shows the order as soon as it is here. */
function Absent(props: AbsentProps) {
  const { breadcrumb, onAgain } = props;
  const held = useLive(heldOrders, []);
  const isOnline = useSyncState()?.gate === 'open';
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    tryNow();
    const timer = setTimeout(() => setIsOver(true), NEWS_MS);
    return () => clearTimeout(timer);
  }, []);

  if (held === 'some' || (held === 'coming' && isOver)) return <Asked {...props} />;
  return (
    <Page title="Order" breadcrumb={breadcrumb}>
      {!isOver && isOnline && <SkeletonRows rows={6} label="Loading the order" />}
      {isOver && isOnline && <NoSuchOrder />}
      {!isOnline && (
        <EmptyState
          icon={<CloudOff20Regular />}
          tone="warn"
          title="This order is not on this device"
          actions={<Button onClick={onAgain}>Try again</Button>}
        >
          If it came in a moment ago, it is here as soon as the network is back.
        </EmptyState>
      )}
    </Page>
  );
}

function NoSuchOrder() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<Receipt20Regular />}
      title="There is no such order"
      actions={<Button onClick={() => navigate(links.orders())}>Show all orders</Button>}
    >
      It was deleted, or the address is wrong.
    </EmptyState>
  );
}

/** Asks the server once, and again on request. */
function Asked({ id, restaurant, breadcrumb, onAgain }: AbsentProps) {
  const [answer, setAnswer] = useState<Result<Order> | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    send(calls.get, { path: { id } }, { signal: stop.signal })
      .then(setAnswer)
      .catch((error: unknown) => {
        // Leaving the page aborts the request; any other error is a bug.
        if (!stop.signal.aborted) throw error;
      });
    return () => stop.abort();
  }, [id]);

  if (answer?.ok) return <OrderPage order={answer.data} restaurant={restaurant} breadcrumb={breadcrumb} isRemote />;
  const again = <Button onClick={onAgain}>Try again</Button>;
  return (
    <Page title="Order" breadcrumb={breadcrumb}>
      {answer === null && <SkeletonRows rows={6} label="Loading the order" />}
      {answer?.kind === 'offline' && (
        <EmptyState icon={<CloudOff20Regular />} tone="warn" title="This order is not on this device" actions={again}>
          It is older than what this device keeps. Reading it needs internet.
        </EmptyState>
      )}
      {answer?.kind === 'refused' && answer.status < 500 && <NoSuchOrder />}
      {answer?.kind === 'refused' && answer.status >= 500 && (
        <EmptyState
          icon={<ErrorCircle20Regular />}
          tone="bad"
          title="The server could not read this order"
          actions={again}
        >
          Nothing is lost. {answer.error.request_id && `Reference ${answer.error.request_id}.`}
        </EmptyState>
      )}
    </Page>
  );
}
