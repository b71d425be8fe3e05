import { useLocation } from 'wouter';
import { matchRoute } from '../../../contract/routes.ts';
import { useRow } from '../../data/live.ts';
import { links } from '../../links.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { Page } from '../../ui/page/Page.tsx';
import { MissingOrder } from './detail/MissingOrder.tsx';
import { OrderPage } from './detail/OrderPage.tsx';

/** One order. If this device does not store it, it is read from the server, and the page says so. */
export function OrderScreen() {
  const [path] = useLocation();
  const id = matchRoute(path)?.params.orderId ?? '';
  const restaurant = useRestaurant();
  const order = useRow('orders', id);
  const breadcrumb = [{ label: 'Orders', to: links.orders() }];

  if (!restaurant || order === undefined)
    return (
      <Page title="Order" breadcrumb={breadcrumb}>
        {null}
      </Page>
    );
  if (order === null) return <MissingOrder key={id} id={id} restaurant={restaurant} breadcrumb={breadcrumb} />;
  return <OrderPage key={id} order={order} restaurant={restaurant} breadcrumb={breadcrumb} isRemote={false} />;
}
