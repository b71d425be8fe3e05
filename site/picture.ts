import { html, type Html } from './html.ts';
import type { Assets } from './layout.ts';

/** A screenshot of the app in site/shots: its name, its size in CSS px, and the widths that exist. */
export interface Shot {
  name: string;
  width: number;
  height: number;
  widths: readonly number[];
  /** There is one for each theme. */
  isThemed: boolean;
}

export const shots = {
  orders: { name: 'orders', width: 1280, height: 800, widths: [720, 1440], isThemed: true },
  insights: { name: 'insights', width: 1280, height: 800, widths: [720, 1280], isThemed: true },
  kitchen: { name: 'kitchen-dark', width: 1180, height: 760, widths: [480, 944], isThemed: false },
  availability: { name: 'availability', width: 1024, height: 720, widths: [640, 1152], isThemed: true },
  storefront: { name: 'storefront', width: 390, height: 600, widths: [390, 780], isThemed: false },
  unsent: { name: 'unsent', width: 390, height: 600, widths: [390, 780], isThemed: true },
} as const satisfies Record<string, Shot>;

interface Shown {
  alt: string;
  /** Its width on the page, as in the `sizes` attribute. */
  sizes: string;
  /** It is visible without scrolling. */
  isFirst?: boolean;
}

/** The device's theme selects the image. If the person has chosen another one in the app, site/scripts/nicer.ts follows. */
export function picture(assets: Assets, shot: Shot, { alt, sizes, isFirst = false }: Shown): Html {
  const set = (theme: string) =>
    shot.widths.map((width) => `${assets.shot(`${shot.name}${theme}-${width}.webp`)} ${width}w`).join(', ');
  const light = shot.isThemed ? '-light' : '';
  return html`<picture
    >${shot.isThemed && html`<source media="(prefers-color-scheme: dark)" srcset="${set('-dark')}" sizes="${sizes}" />`}<img
      src="${assets.shot(`${shot.name}${light}-${shot.widths.at(-1)}.webp`)}"
      srcset="${set(light)}"
      sizes="${sizes}"
      width="${shot.width}"
      height="${shot.height}"
      alt="${alt}"
      ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
      decoding="async"
  /></picture>`;
}
