import type { ComponentType } from 'react';
import { type RoutePath } from '../contract/routes.ts';

export type Screen = ComponentType & {
  /** Asks the open database for what the page of this address shows first, before anything is drawn. */
  ahead?: (search: string) => Promise<void>;
};
type Load = () => Promise<Screen>;

/** Shown in the place of a public page that the network did not bring: site/ has the pages themselves. */
const absent: Load = () => import('./features/public-pages/AbsentPageScreen.tsx').then((m) => m.AbsentPageScreen);
const insights: Load = () => import('./features/insights/InsightsScreen.tsx').then((m) => m.InsightsScreen);
const failure: Load = () => import('./features/results/ResultScreen.tsx').then((m) => m.FailureScreen);

/** The screen of each route, loaded when it is first needed. One line each: tools/size.ts reads them. */
export const screens: Record<Exclude<RoutePath, '/'>, Load> = {
  '/contact-us': absent,
  '/privacy-policy': absent,
  '/terms-of-use': absent,
  '/business': absent,
  '/restaurant': absent,
  '/company': absent,
  '/success': () => import('./features/results/ResultScreen.tsx').then((m) => m.SuccessScreen),
  '/failure': failure,
  '/failed': failure,
  '/login': () => import('./features/auth/LoginScreen.tsx').then((m) => m.LoginScreen),
  '/register': () => import('./features/auth/RegisterScreen.tsx').then((m) => m.RegisterScreen),
  '/forgot-password': () => import('./features/auth/ForgotScreen.tsx').then((m) => m.ForgotScreen),
  '/confirm-forgot-password': () => import('./features/auth/ResetScreen.tsx').then((m) => m.ResetScreen),
  '/google-login': () => import('./features/auth/providers/GoogleLoginScreen.tsx').then((m) => m.GoogleLoginScreen),
  '/auth/google': () =>
    import('./features/auth/providers/ProviderReturnScreen.tsx').then((m) => m.ProviderReturnScreen),
  '/join': () => import('./features/auth/JoinScreen.tsx').then((m) => m.JoinScreen),
  '/verify-email': () => import('./features/auth/VerifyScreen.tsx').then((m) => m.VerifyScreen),
  '/complete': () => import('./features/auth/CompleteScreen.tsx').then((m) => m.CompleteScreen),
  '/logout': () => import('./features/auth/LogoutScreen.tsx').then((m) => m.LogoutScreen),
  '/restaurant/insights': insights,
  '/restaurant/orders': () => import('./features/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen),
  '/restaurant/orders/:orderId': () => import('./features/orders/OrderScreen.tsx').then((m) => m.OrderScreen),
  '/restaurant/chats': () => import('./features/chats/ChatsScreen.tsx').then((m) => m.ChatsScreen),
  '/restaurant/chats/:customerId': () => import('./features/chats/ChatsScreen.tsx').then((m) => m.ChatsScreen),
  '/restaurant/payments': () => import('./features/payments/PaymentsScreen.tsx').then((m) => m.PaymentsScreen),
  '/restaurant/payments/:paymentId': () => import('./features/payments/PaymentScreen.tsx').then((m) => m.PaymentScreen),
  '/restaurant/channels': () => import('./features/channels/ChannelsScreen.tsx').then((m) => m.ChannelsScreen),
  '/restaurant/channels/:channelType': () =>
    import('./features/channels/ChannelScreen.tsx').then((m) => m.ChannelScreen),
  '/restaurant/channels/:channelType/callback': () =>
    import('./features/channels/CallbackScreen.tsx').then((m) => m.CallbackScreen),
  '/restaurant/chatbot': () => import('./features/chatbot/ChatbotScreen.tsx').then((m) => m.ChatbotScreen),
  '/restaurant/chatbot/manage': () => import('./features/chatbot/ManageScreen.tsx').then((m) => m.ManageScreen),
  '/restaurant/chatbot/setup': () => import('./features/chatbot/SetupScreen.tsx').then((m) => m.SetupScreen),
  '/restaurant/menu': () => import('./features/menu/MenuScreen.tsx').then((m) => m.MenuScreen),
  '/restaurant/menu/upload': () => import('./features/menu/upload/UploadScreen.tsx').then((m) => m.UploadScreen),
  '/restaurant/menu/:menuId/category': () =>
    import('./features/menu/CategoriesScreen.tsx').then((m) => m.CategoriesScreen),
  '/restaurant/menu/:menuId/category/:categoryId': () =>
    import('./features/menu/ItemsScreen.tsx').then((m) => m.ItemsScreen),
  '/restaurant/customers': () => import('./features/customers/CustomersScreen.tsx').then((m) => m.CustomersScreen),
  '/restaurant/inventory': () => import('./features/inventory/InventoryScreen.tsx').then((m) => m.InventoryScreen),
  '/restaurant/integrations': insights,
  '/restaurant/website': () => import('./features/website/WebsiteScreen.tsx').then((m) => m.WebsiteScreen),
  '/restaurant/settings': () => import('./features/settings/SettingsScreen.tsx').then((m) => m.SettingsScreen),
  '/restaurant/help': insights,
};

/** In the place of a page that a kitchen's device may not show yet. */
export const pin: Load = () => import('./features/settings/kitchen-mode/PinScreen.tsx').then((m) => m.PinScreen);
export const notFound: Load = () => import('./features/not-found/NotFoundScreen.tsx').then((m) => m.NotFoundScreen);

/** So that PINs can be checked without a network. */
export const refreshDevicePeople = () =>
  import('./features/settings/kitchen-mode/people.ts').then((m) => m.refreshPeople());
export const closeDevice = () => import('./features/settings/kitchen-mode/requests.ts').then((m) => m.closeAgain());
/** Who uses a device in kitchen mode, and who approves what that person may not do. */
export const switchDialog = () =>
  import('./features/settings/kitchen-mode/SwitchDialog.tsx').then((m) => m.SwitchDialog);
export const approvalDialog = () =>
  import('./features/settings/kitchen-mode/ApprovalDialog.tsx').then((m) => m.ApprovalDialog);

/** What the header's "Taking orders" opens, on whatever page. */
export const orderingPanel = () => import('./features/ordering/OrderingPanel.tsx').then((m) => m.OrderingPanel);

/** Instead of a pause: a requested deletion of the account is one for devices. */
export const deletionBanner = () =>
  import('./features/settings/deletion/DeletionBanner.tsx').then((m) => m.DeletionBanner);

/** Ctrl K: finds everything on this device. */
export const searchDialog = () => import('./features/search/SearchDialog.tsx').then((m) => m.SearchDialog);

/** What Help opens, on whatever page. */
export const helpPanel = () => import('./features/help/HelpPanel.tsx').then((m) => m.HelpPanel);

/** On every page: an order may be accepted on its own page, or on another device. */
export const autoPrint = () => import('./features/orders/print/AutoPrint.tsx').then((m) => m.AutoPrint);

/** Accept on a notification, wherever the app stands then. */
export const acceptPushed = () => import('./features/orders/steps/accept-pushed.ts').then((m) => m.acceptPushed);

/** Notifications while the app is closed: in the panel of notifications and among the settings of this device. */
export const pushControl = () => import('./features/notifications/push/PushControl.tsx').then((m) => m.PushControl);

/** The person's restaurants, from the restaurant's name. */
export const placesDialog = () => import('./features/people/places/PlacesDialog.tsx').then((m) => m.PlacesDialog);
