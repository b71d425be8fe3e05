import * as z from 'zod/mini';
import { WebsiteDraft } from '../../../contract/website/calls.ts';
import { Refusal } from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { previewEnd } from '../../website/preview-token.ts';
import { emptyBasket } from './basket/basket.ts';
import { readForm } from './forms.ts';
import { respondPage } from './layout.ts';
import { menuPage } from './menu/menu-page.ts';
import { notPublished } from './nowhere.ts';
import type { PageContext } from './serve.ts';
import { readMenu, readWebsite, type Website } from './website.ts';

/** The first page with what the owner has typed and not saved, for the frame beside the form. The form brings a token, and nothing is stored. */
export async function showDraft(services: Services, c: PageContext): Promise<Response> {
  const form = await readForm(c.req.raw);
  const visit = { ...c.env, basket: emptyBasket(c.env.now), own: {} };
  const read = form instanceof Refusal ? form : await readWebsite(services, visit, readMenu);
  if (form instanceof Refusal || read instanceof Refusal) return notPublished(c.req.raw);
  const { website, found: menu } = read;
  if (previewEnd(services.env, website.restaurantId, form.get('token') ?? '', website.now) === null)
    return notPublished(c.req.raw);
  const draft = z.safeParse(WebsiteDraft, readJson(form.get('draft') ?? ''));
  const drafted = draft.success ? withDraft(website, draft.data) : website;
  return respondPage({ ...drafted, script: null, isFramed: true }, menuPage(drafted, menu, ''), {
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
  });
}

const withDraft = ({ parts, ...website }: Website, draft: WebsiteDraft): Website => ({
  ...website,
  parts: {
    ...parts,
    basic_info: draft,
    restaurant_type: draft,
    images: draft,
    theme_colors: draft,
    extra_pages: { ...parts.extra_pages, ...draft },
  },
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
