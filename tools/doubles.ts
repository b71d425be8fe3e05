import { readEnvWithoutKey } from '../server/env.ts';
import { startGoogleDouble } from '../tests/support/doubles/google.ts';
import { startWhatsappDouble } from '../tests/support/doubles/graph/graph.ts';
import { startPaystackDouble } from '../tests/support/doubles/paystack.ts';
import { startStripeDouble } from '../tests/support/doubles/stripe.ts';
import { whenOrphaned } from '../server/platform/orphaned.ts';

// npm run doubles
// Starts test doubles of the payment providers, of WhatsApp and of Google Calendar on this machine, for a server at PUBLIC_URL. They forget everything when they end.

const STRIPE_PORT = 12_111;
const PAYSTACK_PORT = 12_112;
const WHATSAPP_PORT = 12_113;
const GOOGLE_PORT = 12_114;
const WHATSAPP_TOKEN = 'double-token-of-a-system-user';

const { publicUrl } = readEnvWithoutKey();
const webhookUrl = (provider: string) => `${publicUrl}/backend/webhooks/${provider}`;
const whatsapp = await startWhatsappDouble({
  port: WHATSAPP_PORT,
  appSecret: 'double-app-secret',
  verifyToken: 'double-verify-token',
  webhookUrl: webhookUrl('whatsapp'),
});
const number = whatsapp.addNumber({ token: WHATSAPP_TOKEN });
whatsapp.addCustomer({ name: 'Priya Nair' });
whatsapp.addCustomer({ name: 'Tom Hale, without a number', wa_id: null });
const doubles = [
  whatsapp,
  await startGoogleDouble({ port: GOOGLE_PORT }),
  await startStripeDouble({
    port: STRIPE_PORT,
    secretKey: 'sk_test_double',
    webhookSecret: 'whsec_double_platform',
    connectWebhookSecret: 'whsec_double_connect',
    webhookUrl: webhookUrl('stripe'),
  }),
  await startPaystackDouble({
    port: PAYSTACK_PORT,
    secretKey: 'sk_test_double',
    webhookUrl: webhookUrl('paystack'),
  }),
];

console.log('The doubles are running. Lines for .env:\n');
for (const { settings } of doubles)
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`);
console.log(`
To connect WhatsApp, enter under Channels: token ${WHATSAPP_TOKEN}, phone number ID ${number.id},
WhatsApp Business Account ID ${number.waba_id}. The customers' phone is ${whatsapp.url}`);
console.log(`\nWebhooks go to ${publicUrl}/backend/webhooks/. Stop with Ctrl-C.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
whenOrphaned(stop);

function stop() {
  for (const double of doubles) void double.close();
}
