import type { Handler } from '../pipeline/handler.ts';
import { acknowledgeMessages, listMessages, postMessage, startChat } from './chat.ts';
import { showPayment } from './payment-result.ts';
import { takeOrder } from './place-order.ts';
import { showOrder } from './public-order.ts';
import { showMenu, showRestaurant } from './catalog-window.ts';

export const routes: Handler[] = [
  showRestaurant,
  showMenu,
  takeOrder,
  showOrder,
  showPayment,
  startChat,
  listMessages,
  postMessage,
  acknowledgeMessages,
];
