import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { CloudOff20Regular, ErrorCircle20Regular, Receipt20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import * as calls from '../../../contract/orders.ts';
import type { Order } from '../../../contract/orders.ts';
import type { Restaurant } from '../../../contract/restaurant.ts';
import { send, type Result } from '../../api/send.ts';
import { links } from '../../routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { OrderPage } from './OrderPage.tsx';

interface Props {
  id: string;
  restaurant: Restaurant;
  breadcrumb: { label: string; to: string }[];
}

/** An order that this device does not keep: asked of the server once, and again when the person says so. */
export function AbsentOrder(props: Props) {
  const [tries, setTries] = useState(0);
  return <Asked key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

function Asked({ id, restaurant, breadcrumb, onAgain }: Props & { onAgain: () => void }) {
  const [answer, setAnswer] = useState<Result<Order> | null>(null);
  const [, navigate] = useLocation();

  useEffect(() => {
    const stop = new AbortController();
    send(calls.get, { path: { id } }, { signal: stop.signal })
      .then(setAnswer)
      .catch((error: unknown) => {
        // Leaving the page ends the question; anything else is a fault of ours.
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
          It is older than what this device keeps. Reading it needs a network.
        </EmptyState>
      )}
      {answer?.kind === 'refused' && answer.status < 500 && (
        <EmptyState
          icon={<Receipt20Regular />}
          title="There is no such order"
          actions={<Button onClick={() => navigate(links.orders())}>Show all orders</Button>}
        >
          It was deleted, or the address is not right.
        </EmptyState>
      )}
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
