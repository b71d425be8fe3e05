/** Parts of a screen that are a feature of their own: `?view=counter` of the orders, `?tab=promotions` of the customers. */
export const views = {
  counter: () =>
    import('./features/point-of-sale/PointOfSaleScreen.tsx').then((m) => ({ default: m.PointOfSaleScreen })),
  reservations: () =>
    import('./features/reservations/ReservationsScreen.tsx').then((m) => ({ default: m.ReservationsScreen })),
  promotions: () => import('./features/promotions/PromotionsScreen.tsx').then((m) => ({ default: m.PromotionsScreen })),
  /** On the set-up list. */
  publishMenu: () => import('./features/menu/books/PublishMenu.tsx').then((m) => ({ default: m.PublishMenu })),
};
