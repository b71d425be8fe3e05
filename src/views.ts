/** Parts of a screen that are a feature of their own: `?view=counter` of the orders, `?tab=promotions` of the customers. */
export const views = {
  counter: () =>
    import('./features/point-of-sale/PointOfSaleScreen.tsx').then((m) => ({ default: m.PointOfSaleScreen })),
  reservations: () =>
    import('./features/reservations/ReservationsScreen.tsx').then((m) => ({ default: m.ReservationsScreen })),
  promotions: () => import('./features/promotions/PromotionsScreen.tsx').then((m) => ({ default: m.PromotionsScreen })),
  /** On the set-up list. */
  publishMenu: () => import('./features/menu/books/PublishMenu.tsx').then((m) => ({ default: m.PublishMenu })),
  ownPinCard: () => import('./features/people/OwnPinCard.tsx').then((m) => ({ default: m.OwnPinCard })),
  leaveCard: () => import('./features/people/LeaveCard.tsx').then((m) => ({ default: m.LeaveCard })),
  /** The person's restaurants. */
  placesDialog: () => import('./features/people/places/PlacesDialog.tsx').then((m) => ({ default: m.PlacesDialog })),
  /** Tabs of the settings. */
  deliveryTab: () => import('./features/delivery/DeliveryTab.tsx').then((m) => ({ default: m.DeliveryTab })),
  notificationsTab: () =>
    import('./features/notifications/preferences/NotificationsTab.tsx').then((m) => ({ default: m.NotificationsTab })),
  peopleTab: () => import('./features/people/PeopleTab.tsx').then((m) => ({ default: m.PeopleTab })),
  reservationsTab: () =>
    import('./features/reservations/settings/ReservationsTab.tsx').then((m) => ({ default: m.ReservationsTab })),
  securityTab: () => import('./features/auth/security/SecurityTab.tsx').then((m) => ({ default: m.SecurityTab })),
  subscriptionTab: () =>
    import('./features/subscriptions/SubscriptionTab.tsx').then((m) => ({ default: m.SubscriptionTab })),
  walletTab: () => import('./features/payments/wallet/WalletTab.tsx').then((m) => ({ default: m.WalletTab })),
};
