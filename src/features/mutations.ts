// Every mutation of the product, for the sync worker. One line per feature.
export * as channels from './channels/mutations.ts';
export * as chatbot from './chatbot/mutations.ts';
export * as chats from './chats/mutations.ts';
export * as customers from './customers/mutations.ts';
export * as delivery from './delivery/mutations.ts';
export * as inventory from './inventory/mutations.ts';
export * as menu from './menu/mutations.ts';
export * as notifications from './notifications/mutations.ts';
export * as ordering from './ordering/mutations.ts';
export * as orders from './orders/mutations.ts';
export * as pointOfSale from './point-of-sale/mutations.ts';
export * as promotions from './promotions/mutations.ts';
export * as reservations from './reservations/mutations.ts';
export * as settings from './settings/mutations.ts';
export * as website from './website/mutations.ts';
