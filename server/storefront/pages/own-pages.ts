import { html } from 'hono/html';
import type { OwnPages, Website } from './website.ts';

/** Pages of a guest's own, by the first part of their path, with what leads to them. */
const labels = { orders: 'Your order', reserve: 'Your booking', chat: 'Your messages' } as const;
type Kind = keyof OwnPages;
const kinds = Object.keys(labels) as Kind[];

/** Holds the tokens of the pages that this browser saw last. */
export const OWN_COOKIE = 'own';
export const OWN_SECONDS = 7 * 24 * 60 * 60;
const PATH = /^\/(orders|reserve|chat)\/([\w-]{16,100})$/;

export function readOwnPages(cookie: string | undefined): OwnPages {
  const kept = new URLSearchParams(cookie ?? '');
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const token = kept.get(kind) ?? '';
      return PATH.test(`/${kind}/${token}`) ? [[kind, token]] : [];
    }),
  );
}

/** The cookie once the page of an order, a booking or a chat was shown, or is gone. Null: it stays as it is. */
export function ownCookieAfter(own: OwnPages, path: string, status: number): string | null {
  const [, kind, token] = (PATH.exec(path) ?? []) as [string?, Kind?, string?];
  if (!kind) return null;
  const isGone = status === 404 && own[kind] === token;
  if (!isGone && (status !== 200 || own[kind] === token)) return null;
  const { [kind]: _, ...others } = own;
  return new URLSearchParams(isGone ? others : { ...others, [kind]: token! }).toString();
}

/** Links without the tokens: the page on which they stand is compressed, and its length could tell something. */
export function linksToOwnPages({ base, own }: Website) {
  const seen = kinds.filter((kind) => own[kind]);
  if (seen.length === 0) return '';
  return html`<nav class="note" aria-label="Yours">
    ${seen.map((kind) => html`<a href="${base}/own/${kind}">${labels[kind]}</a> `)}
  </nav>`;
}

/** Null: this browser has seen none. */
export const ownPage = ({ base, own }: Website, kind: string): string | null =>
  own[kind as Kind] ? `${base}/${kind}/${own[kind as Kind]}` : null;
