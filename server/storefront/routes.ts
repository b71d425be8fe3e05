import type { Handler } from '../pipeline/handler.ts';
import { cancelOrder } from './cancel-order.ts';
import { acknowledgeMessages, listMessages, postMessage, startChat } from './chat.ts';
import { showPayment } from './payment-result.ts';
import { reservationRoutes } from './reservations.ts';
import { quote } from './quote.ts';
import { takeOrder } from './place-order.ts';
import { showOrder } from './public-order.ts';
import { rateOrder } from './rate-order.ts';
import { showMenu, showRestaurant } from './catalog-window.ts';

export const routes: Handler[] = [
  showRestaurant,
  showMenu,
  quote,
  takeOrder,
  showOrder,
  cancelOrder,
  rateOrder,
  showPayment,
  startChat,
  listMessages,
  postMessage,
  acknowledgeMessages,
  ...reservationRoutes,
];
