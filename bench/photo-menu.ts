import sharp from 'sharp';
import { IMAGE_WIDTHS } from '../contract/files/images.ts';
import { openAccount, publishWebsite, requestData } from '../tests/e2e/api.ts';
import type { Galley } from '../tests/e2e/galley.ts';

const PHOTOGRAPHS = 60;
const CATEGORIES = 6;

/** A restaurant whose menu has 60 dishes with a photograph each, made through the API. Returns the path of its website. */
export async function makePhotoMenu(galley: Galley): Promise<string> {
  const { token, restaurantId } = await openAccount(galley, 'photographs@galley.test', 'Spice Route');
  const request = <T = { id: string }>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    requestData<T>(galley.origin, method, path, { token, body });
  const book = await request('POST', '/menu/books', { name: 'Dinner' });
  await request('PUT', `/menu/books/${book.id}`, { status: 'published' });
  for (let c = 0; c < CATEGORIES; c += 1) {
    const at = `/menu/books/${book.id}/categories`;
    const category = await request('POST', at, { name: `Category ${c + 1}` });
    for (let d = 0; d < PHOTOGRAPHS / CATEGORIES; d += 1) {
      const image_url = await storePhotograph(galley, token, { restaurantId, seed: c * 10 + d });
      await request('POST', `${at}/${category.id}/items`, {
        name: `Dish ${c + 1}.${d + 1}`,
        description: 'Slow-cooked, with tomato, cream and fenugreek, served with rice',
        price_amount: 900 + 25 * d,
        image_url,
        allergens: ['milk'],
      });
    }
  }
  await publishWebsite(galley, token);
  const { subdomain } = await request<{ subdomain: string }>('GET', '/website-setup');
  return `/site/${subdomain}`;
}

async function storePhotograph(
  galley: Galley,
  token: string,
  { restaurantId, seed }: { restaurantId: string; seed: number },
): Promise<string> {
  const id = crypto.randomUUID();
  const form = new FormData();
  for (const width of IMAGE_WIDTHS) {
    // Noise over a colour: as large as a photograph, not as small as a plain area.
    const small = Buffer.from(Array.from({ length: 48 * 36 * 3 }, (_, i) => (i * 7919 * (seed + 3)) % 251));
    const bytes = await sharp(small, { raw: { width: 48, height: 36, channels: 3 } })
      .resize(width, Math.round(width * 0.75))
      .webp({ quality: 70 })
      .toBuffer();
    form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/webp' }));
  }
  const answer = await fetch(`${galley.origin}/backend/files/${id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The photograph was not stored: ${answer.status} ${await answer.text()}`);
  return `/files/${restaurantId}/${id}`;
}
