import { html, Html } from './html.ts';

const draw = (paths: string) =>
  html`<svg
    class="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${new Html(paths)}
  </svg>`;

/** One icon per meaning; decorative, because text is beside it. */
export const icons = {
  receipt: draw(
    '<path d="M6 3.5h12v17l-2.4-1.6L13.2 20.5 12 19.4l-1.2 1.1-2.4-1.6L6 20.5z"/><path d="M9 8h6M9 12h6"/>',
  ),
  flame: draw(
    '<path d="M12.4 3.5c.8 3.4 5.1 5 5.1 9.9A5.5 5.5 0 0 1 12 19a5.5 5.5 0 0 1-5.5-5.6c0-2.3 1.1-3.9 2.3-5 .3 1.6.9 2.5 1.9 2.7-.4-3 .1-5.5 1.7-7.6z"/>',
  ),
  chat: draw(
    '<path d="M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-7.5L7 20v-3.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5z"/><path d="M8 9h8M8 12.5h5"/>',
  ),
  soldOut: draw('<path d="M4 7h11M4 12h7M4 17h7"/><path d="m14.5 15.5 2.5 2.5 4-5"/>'),
  people: draw(
    '<circle cx="9" cy="8.5" r="3"/><path d="M3.5 19c.3-3 2.5-4.8 5.5-4.8s5.2 1.8 5.5 4.8"/><path d="M15 6a3 3 0 0 1 0 5M17 14.7c2 .6 3.3 2.1 3.5 4.3"/>',
  ),
  lock: draw(
    '<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3"/><path d="M12 14.5v2"/>',
  ),
  device: draw('<rect x="3.5" y="5" width="17" height="12" rx="2"/><path d="M9 20h6"/>'),
  order: draw('<path d="M5 6.5h14M5 12h14M5 17.5h9"/><path d="m17 15.5 2 2 2-2"/>'),
  compare: draw(
    '<rect x="3.5" y="5" width="7" height="14" rx="1.5"/><rect x="13.5" y="5" width="7" height="14" rx="1.5"/><path d="M6 9h2M16 9h2M6 12h2"/>',
  ),
  phone: draw(
    '<path d="M7 3.5h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 5 5.7 2 2 0 0 1 7 3.5z"/>',
  ),
  bell: draw(
    '<path d="M6.5 10a5.5 5.5 0 0 1 11 0c0 4.5 1.5 5.5 2 6.5h-15c.5-1 2-2 2-6.5z"/><path d="M10 19.5a2.2 2.2 0 0 0 4 0"/>',
  ),
  menu: draw(
    '<path d="M12 6.5C10 5 7 4.6 4 5v13c3-.4 6 0 8 1.5 2-1.5 5-1.9 8-1.5V5c-3-.4-6 0-8 1.5z"/><path d="M12 6.5v13"/>',
  ),
  calendar: draw('<rect x="4" y="5.5" width="16" height="14.5" rx="2"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>'),
  bot: draw('<rect x="4.5" y="8.5" width="15" height="10.5" rx="2.5"/><path d="M12 4.5v4M9 13v1.5M15 13v1.5"/>'),
  tag: draw('<path d="M12.5 4H20v7.5L11.5 20 4 12.5z"/><path d="M16 8h.01"/>'),
  box: draw('<path d="M4 8l8-4 8 4v8l-8 4-8-4z"/><path d="m4 8 8 4 8-4M12 12v8"/>'),
  wallet: draw('<rect x="3.5" y="6.5" width="17" height="12.5" rx="2"/><path d="M6 6.5 15.5 4v2.5M16.5 12.75h.01"/>'),
  chart: draw('<path d="M4.5 4.5v15h15M8.5 16v-4M12.5 16V8M16.5 16v-6"/>'),
  file: draw('<path d="M6.5 3.5h7l4 4v13h-11z"/><path d="M13.5 3.5v4h4M9.5 12h5M9.5 15.5h5"/>'),
} as const;

export const mark = (size: number) =>
  html`<svg width="${size}" height="${size}" viewBox="0 0 512 512" aria-hidden="true">
    <rect width="512" height="512" rx="112" fill="#0B1738" />
    ${markShapes}
  </svg>`;

export const markShapes = new Html(
  '<path d="M370 143A160 160 0 1 0 416 256" fill="none" stroke="#F3F7FF" stroke-width="54" stroke-linecap="round"/><path d="M416 256H358" fill="none" stroke="#45B2FF" stroke-width="56" stroke-linecap="round"/><path fill="#FFB547" d="M240 150c11 50 64 66 64 126a65 65 0 0 1-130 0c0-28 13-45 26-58 3 19 10 28 21 30-6-37 0-68 19-98z"/>',
);
