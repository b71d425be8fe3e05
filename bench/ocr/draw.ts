import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import type { ExpectedMenu } from './compare.ts';
import { layouts, type Layout } from './layouts.ts';
import type { DrawnMenu } from './menus.ts';
import { writePage } from './page.ts';
import { scanToPdf, spoil } from './spoil.ts';
import { writeMenus } from './write-html.ts';

/** Draws every layout into its own folder below `folder`: menu.png, menu.jpg or menu.pdf beside expected.json. */
export async function drawMenus(folder: string): Promise<void> {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const drawings: Drawing[] = [
      ...layouts.map((layout) => ({
        ...layout,
        html: writePage(layout.menu, layout.style),
        expected: toExpected(layout.menu),
      })),
      ...writeMenus(),
    ];
    for (const drawing of drawings) {
      const into = join(folder, drawing.name);
      await mkdir(into, { recursive: true });
      const { bytes, type } = await draw(browser, drawing);
      await writeFile(join(into, `menu.${type}`), bytes);
      await writeFile(join(into, 'expected.json'), JSON.stringify(drawing.expected, null, 2));
    }
  } finally {
    await browser.close();
  }
}

interface Drawing extends Pick<Layout, 'name' | 'spoil' | 'pdf'> {
  html: string;
  expected: ExpectedMenu;
}

async function draw(browser: Browser, layout: Drawing): Promise<{ bytes: Buffer; type: 'png' | 'jpg' | 'pdf' }> {
  const page = await browser.newPage({ viewport: { width: 1700, height: 1200 }, deviceScaleFactor: 2 });
  try {
    await page.setContent(layout.html);
    if (layout.pdf === 'text') return { bytes: await page.pdf({ printBackground: true }), type: 'pdf' };
    const png = await page.locator('body').screenshot({ type: 'png' });
    const picture = await spoil(png, layout.spoil ?? {});
    if (layout.pdf === 'scan') return { bytes: await scanToPdf(picture), type: 'pdf' };
    return { bytes: picture, type: layout.spoil?.jpeg ? 'jpg' : 'png' };
  } finally {
    await page.close();
  }
}

function toExpected(menu: DrawnMenu): ExpectedMenu {
  return {
    categories: menu.categories.map(({ name, sizes, items }) => ({
      name,
      items: items.map((one) => ({
        name: one.name.replace(/^\d+\. /, ''),
        description: one.description ?? '',
        price_amount: one.prices[0]!,
        ...(sizes ? { variants: sizes.map((size, index) => ({ name: size, price_amount: one.prices[index]! })) } : {}),
      })),
    })),
  };
}
