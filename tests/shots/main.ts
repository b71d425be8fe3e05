import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStripe } from '../support/stripe.ts';
import { startGraph } from '../support/graph.ts';
import { openDevice, type Device, type Owner } from '../support/device.ts';
import { requestData, openAccount } from '../e2e/api.ts';
import { buildApp } from '../e2e/built.ts';
import { startGalley } from '../e2e/galley.ts';
import { beEvening } from './evening.ts';
import { enterNumbers, setUpChatbot } from './channels.ts';
import { fillMoney } from './money.ts';
import { photographFront } from './front.ts';
import { beRefused, newOrderPath } from './refused.ts';
import { screensOf, type Shot } from './screens.ts';

/**
 * `npm run shots -- [--screens orders,chats] [--widths 390,1280] [--themes light,dark] [--states rows,offline,empty,loading,refused] [--height 2000] [--out FOLDER]`
 *
 * Photographs the app's screens, so that a person can look at them: the demo restaurant with its rows and without a network, a new
 * restaurant, a device whose first sync never comes, and one whose change the server has refused.
 *
 * With `--front` what lies before and around the app instead: the public pages and those of the account, whole, with `--screens`,
 * `--widths`, `--themes` and `--out` (front.ts).
 */
const { values } = parseArgs({
  options: {
    screens: { type: 'string' },
    widths: { type: 'string', default: '390,820,1280,1440' },
    themes: { type: 'string', default: 'light,dark' },
    states: { type: 'string', default: 'rows' },
    out: { type: 'string', default: 'shots' },
    height: { type: 'string' },
    front: { type: 'boolean', default: false },
  },
});
const listed = (text: string) => text.split(',').map((name) => name.trim());
const widths = listed(values.widths).map(Number);
const themes = listed(values.themes) as ('light' | 'dark')[];
const heights: Record<number, number> = { 320: 640, 360: 740, 390: 844, 820: 1180, 1024: 768, 1280: 800, 1440: 900 };
const PASSWORD = 'look at me from afar';

await mkdir(values.out, { recursive: true });
await buildApp();
if (values.front) {
  await photographFront({
    themes,
    widths,
    screens: values.screens === undefined ? null : listed(values.screens),
    out: values.out,
  });
  process.exit();
}
const graph = await startGraph();
const stripe = await startStripe();
const galley = await startGalley({
  env: { DEMO: '1', DEMO_PASSWORD: PASSWORD, ...graph.settings, ...stripe.settings },
});
try {
  const demo = { email: 'owner@galley.test', password: PASSWORD };
  await beEvening(galley);
  await fillMoney(galley);
  const fresh = await openAccount(galley, 'fresh@galley.test', 'The New Pier');
  const { token } = await requestData<{ token: string }>(galley.origin, 'POST', '/auth/login', { body: demo });
  await enterNumbers(galley.origin, token, graph);
  await setUpChatbot(galley.origin, token);
  const full = await screensOf(galley.origin, { token });
  const bare = await screensOf(galley.origin, fresh);
  for (const theme of themes)
    for (const state of listed(values.states)) {
      const isBare = state === 'empty';
      await photograph({
        theme,
        state,
        owner: isBare ? fresh : demo,
        token: isBare ? fresh.token : token,
        shots: wanted(isBare ? bare : full),
      });
    }
} finally {
  await galley.dispose();
  await graph.close();
  await stripe.close();
}

function wanted(shots: Shot[]): Shot[] {
  const names = values.screens === undefined ? null : listed(values.screens);
  return shots.filter(({ name, path }) => path !== null && (names === null || names.includes(name)));
}

interface Session {
  theme: 'light' | 'dark';
  state: string;
  owner: Owner;
  token: string;
  shots: Shot[];
}

async function photograph({ theme, state, owner, token, shots }: Session): Promise<void> {
  const device = await openDevice({ origin: galley.origin, colorScheme: theme });
  try {
    // Held for ever: the device is signed in, and no row of the restaurant arrives.
    if (state === 'loading') await device.context.route('**/backend/sync/**', () => undefined);
    await device.signIn(owner);
    if (state !== 'loading') await device.isLoaded();
    if (state === 'offline') await device.goOffline();
    if (state === 'refused') {
      const path = await newOrderPath(galley.origin, token);
      await device.go(path);
      await beRefused(device, galley.origin, token);
      for (const shot of shots) if (shot.name === 'order') shot.path = path;
    }
    for (const shot of shots) for (const width of widths) await shoot(device, { ...shot, width });
    if (device.problems.length > 0) console.warn(theme, state, [...new Set(device.problems)]);
  } finally {
    await device.dispose();
  }

  async function shoot({ page, go }: Device, shot: Shot & { width: number }): Promise<void> {
    const size = { width: shot.width, height: Number(values.height ?? heights[shot.width] ?? 900) };
    // Where every action is a button.
    await page.setViewportSize(shot.press === undefined ? size : { ...size, width: 1440 });
    await go(shot.path!);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    if (shot.press !== undefined && state !== 'offline') await page.getByRole('button', { name: shot.press }).click();
    await page.setViewportSize(size);
    // Rows from the device's database appear a moment after the heading.
    await page.waitForTimeout(700);
    const file = join(values.out, `${shot.name}-${shot.width}-${theme}-${state}.png`);
    await page.screenshot({ path: file });
    console.log(file);
  }
}
