import { barePolicy } from '../../web/headers.ts';

const bare = (status: number, title: string, text: string, more: Record<string, string> = {}): Response =>
  new Response(
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
    {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': barePolicy,
        'Cache-Control': 'no-store',
        ...more,
      },
    },
  );

/** No restaurant has this address. */
export const nowhere = (request: Request): Response =>
  /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '')
    ? Response.json({}, { status: 404 })
    : bare(404, 'There is no restaurant here', 'The address may have been mistyped, or the restaurant has moved.');

/** The restaurant has a website, and shows it later: nothing of it is told. */
export const notPublished = (request: Request): Response =>
  /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '')
    ? Response.json({}, { status: 404 })
    : bare(404, 'Not published yet', 'This website is not open to visitors yet. Please come back later.');

export const tooMany = (seconds = 60): Response =>
  bare(429, 'Too many visits', 'There were very many visits from your network. Try again in a few minutes.', {
    'Retry-After': String(seconds),
  });
