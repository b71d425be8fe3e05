import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicPages } from '../../contract/public-pages.ts';
import { requestData, callApi, openAccount } from '../e2e/api.ts';
import { codeFor, newestMail, startGalley, type Galley } from '../e2e/galley.ts';
import { ownerPool } from '../e2e/database.ts';
import { openCheckout } from '../support/checkout.ts';
import { fillSignIn, openDevice, type Device, type Owner } from '../support/device.ts';
import { startFacebook, startGoogle } from '../support/sign-in-provider.ts';

export interface FrontOptions {
  themes: ('light' | 'dark')[];
  widths: number[];
  /** Null: all of them. */
  screens: string[] | null;
  out: string;
}

/** How each page reaches the state to be shown; addresses and owners are those of `people`. */
type Scenes = Record<string, (device: Device) => Promise<unknown>>;

const PASSWORD = 'look at me from afar';

/** Photographs what is outside the app: the public pages, and the account pages in their usual states. */
export async function photographFront({ themes, widths, screens, out }: FrontOptions): Promise<void> {
  const [google, facebook] = [await startGoogle(), await startFacebook()];
  const galley = await startGalley({ env: { ...google.settings, ...facebook.settings } });
  try {
    const people = await inhabit(galley);
    google.setClaims({ sub: '1', email: people.fresh.email, email_verified: true, name: 'Ada' });
    for (const theme of themes)
      for (const scenes of [asGuest(people), asFresh(people), asVerified(people), asOwner(people)]) {
        const isWanted = (name: string) => screens === null || screens.includes(name);
        const names = Object.keys(scenes);
        if (!names.some(isWanted)) continue;
        const device = await openDevice({ origin: galley.origin, colorScheme: theme });
        try {
          // A scene may begin where the previous one ended, so earlier scenes run even if their pictures are not wanted.
          for (const name of names.slice(0, names.findLastIndex(isWanted) + 1)) {
            await device.page.setViewportSize({ width: 1280, height: 900 });
            await device.goOnline();
            await scenes[name]!(device);
            if (isWanted(name)) await shoot(device, name, theme);
          }
        } finally {
          await device.dispose();
        }
      }
  } finally {
    await galley.dispose();
    await google.close();
    await facebook.close();
  }

  async function shoot({ page }: Device, name: string, theme: string): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
      // Images for the new width load a moment later.
      await page.waitForTimeout(150);
      await page.evaluate(everyPicture);
      await page.waitForTimeout(150);
      const file = join(out, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path: file, fullPage: true });
      console.log(file);
    }
  }
}

/** Runs in the page: loads pictures that would load only when somebody scrolls to them. */
async function everyPicture(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager';
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
}

interface People {
  /** Registered, but has not entered the code. */
  fresh: Owner;
  /** Has entered the code, but has no profile. */
  verified: Owner;
  owner: Owner;
  /** Has made too many attempts. */
  locked: string;
  /** Links to set a password: a valid one and a used one. */
  links: { good: string; used: string };
  /** References of payments. */
  payments: Record<'paid' | 'pending' | 'failed', string>;
}

async function inhabit(galley: Galley): Promise<People> {
  const { origin } = galley;
  const post = (path: string, body: object) => callApi(origin, 'POST', path, { body });
  const person = (name: string): Owner => ({ email: `${name}@galley.test`, password: PASSWORD });
  const [fresh, verified] = [person('fresh'), person('verified')];
  for (const { email, password } of [fresh, verified])
    await post('/auth/register', { email, password, restaurant_name: 'The Anchor' });
  await post('/auth/verify-email', { email: verified.email, otp_code: await codeFor(galley, verified.email) });
  const owner = await openAccount(galley, 'owner@galley.test', 'Spice Route');
  await requestData(origin, 'POST', '/menu/books', { token: owner.token, body: { name: 'Evening' } });
  const locked = 'locked@galley.test';
  for (let i = 0; i < 11; i += 1) await post('/auth/login', { email: locked, password: PASSWORD });

  const link = async ({ email }: Owner) => {
    await post('/auth/forgot-password', { email });
    for (let tries = 0; tries < 50; tries += 1) {
      const path = /\/confirm-forgot-password\?token=[\w-]+/.exec(await newestMail(galley, email))?.[0];
      if (path) return path;
      await sleep(200);
    }
    throw new Error('No link came');
  };
  const [good, used] = [await link(verified), await link(fresh)];
  const token = new URL(used, origin).searchParams.get('token');
  await post('/auth/confirm-forgot-password', { token, password: PASSWORD, confirm_password: PASSWORD });

  const pool = ownerPool(galley);
  const payment = async (status: 'paid' | 'pending' | 'failed') => {
    const checkout = await openCheckout(pool, owner.restaurantId, { orderNo: '1042' });
    await checkout.becomes(status);
    return checkout.reference;
  };
  const payments = { paid: await payment('paid'), pending: await payment('pending'), failed: await payment('failed') };
  await pool.end();
  return { fresh, verified, owner, locked, links: { good, used }, payments };
}

const pressed = ({ page }: Device, name: string) => page.getByRole('button', { name, exact: true }).click();

function asGuest({ fresh, locked, links, payments }: People): Scenes {
  const at = (path: string) => (device: Device) => device.go(path);
  const answers = (path: string) => async (device: Device) => {
    await device.go(path);
    await device.page.evaluate(() => document.querySelectorAll('details').forEach((answer) => (answer.open = true)));
  };
  const sent = (path: string, button: string) => async (device: Device) => {
    await device.go(path);
    await pressed(device, button);
  };
  const signedIn = (owner: Owner, text: string | RegExp) => async (device: Device) => {
    await device.go('/login');
    await fillSignIn(device.page, owner);
    await device.page.getByText(text).first().waitFor();
  };
  const reset = (path: string, text: RegExp) => async (device: Device) => {
    await device.go(path);
    await device.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await device.page.getByLabel('Confirm new password').fill(PASSWORD);
    await pressed(device, 'Set the password');
    await device.page.getByText(text).first().waitFor();
  };
  const paid = (path: string, text: string) => async (device: Device) => {
    await device.go(path);
    await device.page.getByText(text).first().waitFor();
  };
  return {
    ...Object.fromEntries(publicPages.map((path) => [path.slice(1), at(path)])),
    'restaurant-answers': answers('/restaurant'),
    'business-answers': answers('/business'),
    'contact-us-faults': sent('/contact-us', 'Send the message'),
    'contact-us-sent': async (device) => {
      await device.go('/contact-us');
      await device.page.getByLabel('Your name').fill('Amara Sharpe');
      await device.page.getByLabel('E-mail').fill('amara@galley.test');
      await device.page.getByLabel('Message').fill('Can the bell ring louder?');
      await pressed(device, 'Send the message');
      await device.page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
    },
    'not-found': at('/nowhere'),
    login: at('/login'),
    'login-again': at('/login?next=%2Frestaurant%2Fmenu'),
    'login-faults': sent('/login', 'Sign in'),
    'login-wrong': signedIn({ ...fresh, password: 'something else' }, 'Wrong e-mail or password'),
    'login-locked': signedIn({ email: locked, password: PASSWORD }, /Too many/),
    'login-setback': at('/login?sign_in=cancelled&with=google'),
    'login-offline': async (device) => {
      await device.go('/login');
      await device.goOffline();
      await device.page
        .getByText(/needs internet/)
        .first()
        .waitFor();
    },
    register: at('/register'),
    'register-faults': sent('/register', 'Create account'),
    'forgot-password': at('/forgot-password'),
    'forgot-password-sent': async (device) => {
      await device.go('/forgot-password');
      await device.page.getByLabel('E-mail').fill('nobody@galley.test');
      await pressed(device, 'Send the link');
      await device.page.getByText('If nobody@galley.test has').waitFor();
    },
    'reset-link-good': at(links.good),
    'reset-link-used': reset(links.used, /link/),
    'reset-link-none': at('/confirm-forgot-password'),
    'google-login': at('/google-login'),
    'google-refused': at('/auth/google'),
    'google-connect': async (device) => {
      await device.go('/login');
      await pressed(device, 'Continue with Google');
      await device.page.getByRole('heading', { name: 'Connect Google' }).waitFor();
    },
    'payment-none': at('/success'),
    'payment-broken-off': at('/failure'),
    'payment-paid': paid(`/success?reference=${payments.paid}`, 'Payment received'),
    'payment-waits': paid(`/success?reference=${payments.pending}`, 'Confirming'),
    'payment-failed': paid(`/failed?reference=${payments.failed}`, 'Payment not completed'),
    'payment-unknown': paid('/success?reference=nothing-of-ours', 'No payment to show'),
  };
}

const asFresh = ({ fresh }: People): Scenes => ({
  verify: async (device) => {
    await device.go('/login');
    await fillSignIn(device.page, fresh);
    await device.page.getByLabel('Code').waitFor();
  },
  'verify-wrong': async ({ page }) => {
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForTimeout(1500);
  },
});

const asVerified = ({ verified }: People): Scenes => ({
  complete: async (device) => {
    await device.go('/login');
    await fillSignIn(device.page, verified);
    await device.page.getByRole('heading', { name: 'Your restaurant' }).waitFor();
  },
  'complete-faults': async (device) => {
    await device.page.getByLabel('Restaurant name').fill('');
    await device.page.getByLabel('Business phone').fill('020 7946 0958');
    await device.page.getByLabel('Kitchen phone').fill('12');
    await pressed(device, 'Finish');
  },
});

const asOwner = ({ owner }: People): Scenes => ({
  'not-found-signed-in': async (device) => {
    await device.signIn(owner);
    await device.isLoaded();
    await device.go('/restaurant/nowhere');
  },
  'logout-question': async (device) => {
    await device.go('/restaurant/menu');
    await device.page.getByRole('heading', { level: 1 }).waitFor();
    await device.goOffline();
    await device.page.getByRole('button', { name: 'Add menu' }).first().click();
    await device.page.getByRole('dialog').getByLabel('Name').fill('Lunch');
    await device.page.getByRole('dialog').getByRole('button', { name: 'Add menu' }).click();
    await device.waitForStatus(/Offline, \d/);
    await device.go('/logout');
    await device.page.getByRole('group', { name: 'Unsent changes' }).waitFor();
  },
});
