import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Services } from '../../pipeline/services.ts';
import { basketRoutes, seatAt } from './basket/basket-routes.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { dishPage } from './menu/dish-page.ts';
import { homeOf, respondPage } from './layout.ts';
import { showDraft } from './draft.ts';
import { menuPage } from './menu/menu-page.ts';
import { paymentReturnRoutes } from './orders/payment-return.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { ownPage } from './own-pages.ts';
import { reserveRoutes } from './reserve/reserve-routes.ts';
import { robotsOf, sitemapOf } from './search-files.ts';
import { noDish, noPage, privately, seeOther, show, type Bindings } from './serve.ts';
import { aboutPage, contactPage, legalPage } from './text-pages.ts';
import { clip } from '../../../contract/clip.ts';

/** The pages of a restaurant's website. Which restaurant, and where its website is, the caller says (hosts.ts). */
export function websitePages(services: Services): Hono<{ Bindings: Bindings }> {
  const pages = new Hono<{ Bindings: Bindings }>({ getPath: (_request, options) => (options!.env as Bindings).path });
  // Pages with what a customer typed or a token of theirs are not compressed: their length could tell something.
  for (const path of ['/', '/items/*', '/about', '/contact', '/legal', '/sitemap.xml']) pages.use(path, compress());

  pages.get('/', (c) =>
    show(services, c, async (website, menu) => {
      const named = c.req.query('table')?.trim();
      const table = named && clip(named, 40, '');
      const query = clip(c.req.query('q')?.trim() ?? '', 80, '');
      if (!table) return respondPage(website, menuPage(website, menu, query));
      return seatAt(c, website, table) ?? privately(website, menuPage(website, menu, query, table));
    }),
  );
  pages.get('/items/:id', (c) =>
    show(services, c, (website, menu) => {
      const offered = menu.get(c.req.param('id').toLowerCase());
      return offered ? respondPage(website, dishPage(website, { offered })) : respondPage(website, noDish(website));
    }),
  );
  basketRoutes(services, pages);
  orderRoutes(services, pages);
  paymentReturnRoutes(services, pages);
  chatRoutes(services, pages);
  reserveRoutes(services, pages);

  pages.get('/own/:kind', (c) =>
    show(services, c, (website) => seeOther(c, ownPage(website, c.req.param('kind')) ?? homeOf(website))),
  );

  pages.post('/draft', (c) => showDraft(services, c));

  pages.get('/about', (c) =>
    show(services, c, (website) =>
      respondPage(website, website.parts.extra_pages.is_about_page_enabled ? aboutPage(website) : noPage(website)),
    ),
  );
  pages.get('/contact', (c) =>
    show(services, c, (website) =>
      respondPage(website, website.parts.extra_pages.is_contact_page_enabled ? contactPage(website) : noPage(website)),
    ),
  );
  pages.get('/legal', (c) => show(services, c, (website) => respondPage(website, legalPage(website))));
  pages.get('/robots.txt', (c) => show(services, c, (website) => robotsOf(website)));
  pages.get('/sitemap.xml', (c) => show(services, c, (website, menu) => sitemapOf(website, menu)));
  pages.all('*', (c) => show(services, c, (website) => respondPage(website, noPage(website))));
  return pages;
}
