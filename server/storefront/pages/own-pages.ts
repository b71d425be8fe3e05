import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Html } from './layout.ts';
import type { PageContext } from './serve.ts';
import type { Website } from './website.ts';

/** Pages of a guest's own, by the first part of their path, with what leads to them. */
const labels = { orders: 'Your order', reserve: 'Your booking', chat: 'Your messages' } as const;
type Kind = keyof typeof labels;
const kinds = Object.keys(labels) as Kind[];

/** The tokens of the pages that this browser saw last. */
export type OwnPages = Partial<Record<Kind, string>>;

const COOKIE = 'own';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;
const PATH = /^\/(orders|reserve|chat)\/([\w-]{16,100})$/;

export function readOwnPages(c: PageContext): OwnPages {
  const kept = new URLSearchParams(getCookie(c, COOKIE) ?? '');
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const token = kept.get(kind) ?? '';
      return PATH.test(`/${kind}/${token}`) ? [[kind, token]] : [];
    }),
  );
}

/** Remembers the page of an order, a booking or a chat that was shown, and forgets one that is gone. */
export function noteOwnPage(c: PageContext, { base, own }: Website, status: number): void {
  const [, kind, token] = (c.req.method === 'GET' && PATH.exec(c.env.path)) || [];
  if (!kind || !token) return;
  const isGone = status === 404 && own[kind as Kind] === token;
  if (!isGone && (status !== 200 || own[kind as Kind] === token)) return;
  const { [kind as Kind]: _, ...others } = own;
  const next = new URLSearchParams(isGone ? others : { ...others, [kind]: token });
  setCookie(c, COOKIE, next.toString(), {
    path: base || '/',
    maxAge: COOKIE_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.isSecure,
  });
}

/** Links without the tokens: the page on which they stand is compressed, and its length could tell something. */
export const linksToOwnPages = ({ base, own }: Website): Html | string =>
  (kinds.some((kind) => own[kind]) &&
    html`<nav class="note" aria-label="Yours">
      ${kinds.filter((kind) => own[kind]).map((kind) => html`<a href="${base}/own/${kind}">${labels[kind]}</a> `)}
    </nav>`) ||
  '';

/** Null: this browser has seen none. */
export const ownPage = ({ base, own }: Website, kind: string): string | null =>
  own[kind as Kind] ? `${base}/${kind}/${own[kind as Kind]}` : null;
