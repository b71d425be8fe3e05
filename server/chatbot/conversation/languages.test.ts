import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { requestData } from '../../../tests/support/api.ts';
import { openChat } from '../../../tests/support/chat-visitor.ts';
import { openOneTable } from '../../../tests/support/reservation-table.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';

/** A Friday evening. */
const NOW = '2026-11-20T18:30:00.000Z';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());

const asOwner = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  await app.pools.owner.query(
    `UPDATE restaurants SET order_type = $2, timezone = 'Europe/London',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [owner.restaurant.id, JSON.stringify(['pickup', 'delivery', 'reservation'])],
  );
  const { id: book } = await asOwner<{ id: string }>('POST', '/menu/books', { name: 'Evening' });
  const { id: category } = await asOwner<{ id: string }>('POST', `/menu/books/${book}/categories`, { name: 'Food' });
  const items = `/menu/books/${book}/categories/${category}/items`;
  await asOwner('POST', items, { name: 'Pizza Margherita', price_amount: 950 });
  await asOwner('POST', items, { name: 'Tiramisu', price_amount: 300 });
  await asOwner('PUT', `/menu/books/${book}`, { status: 'published' });
  await asOwner('POST', '/settings/delivery-locations', {
    name: 'Near',
    area: { location_type: 'postcodes', postcodes: ['SW1'] },
    fee_amount: 250,
    fee_tiers: [],
    min_order_amount: 0,
    free_over_amount: null,
  });
  await openOneTable(asOwner, { until: '21:00' });
  await asOwner('POST', '/chatbot', { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: '' });
  await asOwner('POST', '/chatbot/manage', { tone: 'brief', is_enabled: true, takes_orders: true });
});

const visitor = () => openChat(app, owner.restaurant.slug);
const orders = () => asOwner<Order[]>('GET', '/orders?limit=50');
const reservations = () => asOwner<Reservation[]>('GET', '/reservations?limit=50');

const spoken = [
  {
    language: 'en',
    order: 'two pizza margherita please',
    whichType: 'pickup or delivery',
    pickup: 'pickup',
    more: 'add three tiramisu',
    total: 'Total: £28.00',
    yes: 'yes please',
    placed: 'Thank you, your order has the number',
    table: 'I would like a table for four people tomorrow at 7 pm',
    booking: 'A table for 4 on Saturday 21 November at 19:00',
    sent: 'Your request is with the restaurant',
    cancel: 'cancel',
    stopped: 'Nothing was sent.',
  },
  {
    language: 'es',
    order: 'Quisiera dos pizzas margherita, por favor',
    whichType: '¿Es para recoger o a domicilio?',
    pickup: 'para recoger',
    more: 'añade también tres tiramisu',
    total: 'Total: 28,00 GBP',
    yes: 'sí, confirmo',
    placed: 'Gracias, tu pedido tiene el número',
    table: 'Quiero una mesa para cuatro mañana a las siete de la tarde',
    booking: 'Una mesa para 4 el sábado, 21 de noviembre a las 19:00',
    sent: 'El restaurante tiene tu solicitud',
    cancel: 'cancela',
    stopped: 'No se ha enviado nada.',
  },
  {
    language: 'fr',
    order: 'Bonjour, je voudrais deux pizzas margherita',
    whichType: 'Est-ce à emporter ou en livraison ?',
    pickup: 'à emporter',
    more: 'ajoutez trois tiramisu',
    total: 'Total : 28,00 £GB',
    yes: 'oui merci',
    placed: 'Merci, votre commande porte le numéro',
    table: 'Je voudrais réserver une table pour quatre personnes demain à 19h',
    booking: 'Une table pour 4, samedi 21 novembre à 19:00',
    sent: 'Le restaurant a votre demande',
    cancel: 'annulez',
    stopped: 'Rien n’a été envoyé.',
  },
  {
    language: 'de',
    order: 'Ich hätte gerne zwei Pizza Margherita',
    whichType: 'Zur Abholung oder zur Lieferung?',
    pickup: 'zum Abholen',
    more: 'noch drei Tiramisu dazu',
    total: 'Summe: 28,00 £',
    yes: 'Ja bitte',
    placed: 'Danke, Ihre Bestellung hat die Nummer',
    table: 'Einen Tisch für vier morgen um 19 Uhr',
    booking: 'Ein Tisch für 4 am Samstag, 21. November um 19:00 Uhr',
    sent: 'Ihre Anfrage liegt beim Restaurant',
    cancel: 'abbrechen',
    stopped: 'Es wurde nichts gesendet.',
  },
  {
    language: 'it',
    order: 'Vorrei due pizze margherita',
    whichType: 'È da asporto o con consegna?',
    pickup: 'da asporto',
    more: 'aggiungi tre tiramisù',
    total: 'Totale: 28,00 £',
    yes: 'sì, confermo',
    placed: 'Grazie, il suo ordine ha il numero',
    table: 'Vorrei prenotare un tavolo per quattro domani alle 19',
    booking: 'Un tavolo per 4 sabato 21 novembre alle 19:00',
    sent: 'Il ristorante ha la sua richiesta',
    cancel: 'annulla',
    stopped: 'Non è stato inviato nulla.',
  },
  {
    language: 'pt',
    order: 'Queria duas pizzas margherita, se faz favor',
    whichType: 'É para levantar ou para entrega?',
    pickup: 'para levantar',
    more: 'junte três tiramisu',
    total: 'Total: 28,00 £',
    yes: 'sim por favor',
    placed: 'Obrigado, o seu pedido tem o número',
    table: 'Queria reservar uma mesa para quatro pessoas amanhã às 19 horas',
    booking: 'Uma mesa para 4, sábado, 21 de novembro às 19:00',
    sent: 'O restaurante tem o seu pedido de reserva',
    cancel: 'cancelar',
    stopped: 'Nada foi enviado.',
  },
];

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe.each(spoken)('in $language', (one) => {
  test('an order is taken from the first word to the last', async () => {
    const guest = visitor();
    expect(await guest.send(one.order)).toContain(one.whichType);
    const summary = await guest.send(one.pickup);
    expect(summary).toContain('2 × Pizza Margherita');
    const changed = plain(await guest.send(one.more));
    expect(changed).toContain('3 × Tiramisu');
    expect(changed).toContain(one.total);
    expect(await orders()).toEqual([]);
    expect(await guest.send(one.yes)).toContain(one.placed);
    expect(await orders()).toMatchObject([{ total_amount: 2800, order_type: 'pickup', channel: 'chatbot' }]);
  });

  test('a table is booked from the first word to the last', async () => {
    const guest = visitor();
    expect(await guest.send(one.table)).toContain(one.booking);
    expect(await reservations()).toEqual([]);
    expect(await guest.send(one.yes)).toContain(one.sent);
    expect(await reservations()).toMatchObject([{ guests_count: 4, starts_at: '2026-11-21T19:00:00.000Z' }]);
  });

  test('an order is called off in the middle', async () => {
    const guest = visitor();
    await guest.send(one.order);
    expect(await guest.send(one.cancel)).toContain(one.stopped);
    await guest.send(one.yes);
    expect(await orders()).toEqual([]);
  });
});
