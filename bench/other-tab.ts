import type { Device } from '../tests/support/device.ts';

export interface OtherTab {
  raw: number[];
  layer: number[];
}

const SHOWN = 20;

/** From a tap in one tab to the changed dish in the DOM of another, ms. Raw: written, announced by a broadcast, read again. */
export async function measureOtherTab(device: Device, path: string, count: number): Promise<OtherTab> {
  const took: OtherTab = { raw: [], layer: [] };
  await device.go(path);
  for (let from = 0; from < count; from += SHOWN) {
    const some = Math.min(SHOWN, count - from);
    const ids = await device.page.evaluate((n) => window.freshDishes(n), some * 2);
    const ofLayer = ids.slice(0, some);
    const ofRaw = ids.slice(some);
    const other = await device.tab(path);
    await other.evaluate(([layer, raw]) => window.showDishes(layer, raw), [ofLayer, ofRaw] as const);
    for (let i = 0; i < some; i++) {
      for (const [variant, id] of [['layer', ofLayer[i]!] as const, ['raw', ofRaw[i]!] as const]) {
        const at = await device.page.evaluate(([dish, by]) => window.mutateOne(dish, by), [id, variant] as const);
        took[variant].push((await other.evaluate((dish) => window.seenAt(dish), `${variant}-${id}`)) - at);
      }
    }
    await other.close();
  }
  return took;
}
