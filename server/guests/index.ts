import { area } from '../area.ts';
import { orderMoved } from '../orders/events.ts';
import { reservationMoved, reservationNear, reservationStored } from '../reservations/events.ts';
import { guestMailJobs } from './mail.ts';
import { notifyGuestOfMoved, notifyGuestOfOrder, notifyGuestOfStored, remindGuest } from './notify-guest.ts';

export const guests = area({
  name: 'guests',
  jobs: ({ mailers, env }) => guestMailJobs(mailers.guests, env),
  on: [
    orderMoved.on(notifyGuestOfOrder),
    reservationStored.on(notifyGuestOfStored),
    reservationMoved.on(notifyGuestOfMoved),
    reservationNear.on(remindGuest),
  ],
});
