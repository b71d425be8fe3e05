/**
 * Every route of the original specification (section 2) with its guard, as delivered. `*` is any other path. routes.test.ts compares
 * the product's routes with it; tests/e2e/routes.e2e.ts visits them in a browser.
 */
export const specified = `
/ none
/contact-us none
/privacy-policy none
/terms-of-use none
/business none
/restaurant none
/company none
/success none
/failure none
/failed none
/login guest-only
/register guest-only
/forgot-password guest-only
/confirm-forgot-password guest-only
/google-login guest-only
/auth/google guest-only
/verify-email requires-auth
/complete requires-auth
/logout none
/restaurant/insights app
/restaurant/orders app
/restaurant/orders/:orderId app
/restaurant/chats app
/restaurant/chats/:customerId app
/restaurant/payments app
/restaurant/payments/:paymentId app
/restaurant/channels app
/restaurant/channels/:channelType app
/restaurant/channels/:channelType/callback app
/restaurant/chatbot app
/restaurant/chatbot/manage app
/restaurant/chatbot/setup app
/restaurant/menu app
/restaurant/menu/upload app
/restaurant/menu/:menuId/category app
/restaurant/menu/:menuId/category/:categoryId app
/restaurant/customers app
/restaurant/inventory app
/restaurant/integrations app
/restaurant/website app
/restaurant/settings app
/restaurant/help app
* none
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [path: string, guard: 'none' | 'guest-only' | 'requires-auth' | 'app']);

/** Routes beyond the specification. */
export const added: typeof specified = [['/join', 'none']];
