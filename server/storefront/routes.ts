import type { Handler } from '../handle.ts';
import { takeOrder } from './place-order.ts';
import { showOrder } from './public-order.ts';
import { showMenu, showRestaurant } from './window.ts';

export const routes: Handler[] = [showRestaurant, showMenu, takeOrder, showOrder];
