import { Window } from 'happy-dom';
import type { Fetcher } from './api.ts';

export interface Shown {
  /** Where the redirects ended. */
  path: string;
  status: number;
  headers: Headers;
  html: string;
  document: Document;
}

/** A customer of a restaurant's website without script: they follow links, fill in forms, and their browser keeps cookies. */
export interface WebsiteVisitor {
  cookies: Map<string, string>;
  open(path: string, headers?: Record<string, string>): Promise<Shown>;
  /** Sends these fields, as a button with an address of its own does. */
  post(path: string, fields: URLSearchParams): Promise<Shown>;
  /** Sends a form as it stands, with these fields filled in and this button pressed. */
  submit(form: Element | null, fields?: Record<string, string | string[]>, button?: Element | null): Promise<Shown>;
}

export function openWebsite(app: { fetch: Fetcher }, origin = 'https://galley.test'): WebsiteVisitor {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}, left = 5): Promise<Shown> {
    const headers = new Headers(init.headers);
    headers.set('Accept', headers.get('Accept') ?? 'text/html');
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await app.fetch(new Request(new URL(path, origin), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string];
      cookies.set(name, value);
    }
    const to = response.headers.get('Location');
    if (to !== null && left > 0) return send(to, {}, left - 1);
    const html = await response.text();
    let document: Document | undefined;
    return {
      path,
      status: response.status,
      headers: response.headers,
      html,
      // Reading takes longer than answering: only what a test looks at is read.
      get document() {
        return (document ??= parse(html));
      },
    };
  }

  return {
    cookies,
    open: (path, headers = {}) => send(path, { headers }),
    post: (path, body) => send(path, { method: 'POST', body, headers: { Origin: origin } }),
    submit(form, fields = {}, button = null) {
      if (!form) throw new Error('There is no such form');
      const data = new URLSearchParams();
      for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
        const isLeftOut =
          field.disabled || field.name in fields || (['radio', 'checkbox'].includes(field.type) && !field.checked);
        if (!isLeftOut) data.append(field.name, field.value);
      }
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) data.append(name, value);
      if (button) data.append(button.getAttribute('name')!, button.getAttribute('value')!);
      const action = form.getAttribute('action') ?? '';
      if (form.getAttribute('method') !== 'post') return send(`${action}?${data}`);
      return send(action, { method: 'POST', body: data, headers: { Origin: origin } });
    },
  };
}

function parse(html: string): Document {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } });
  return new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document; // close enough to a browser's
}
