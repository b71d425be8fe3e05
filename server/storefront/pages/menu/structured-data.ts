import { isAllDay } from '../../../../contract/restaurant/opening-hours.ts';
import type { Offered } from '../../../menu/offered.ts';
import { hasOpenPrice } from '../../../../contract/orders/price-dish.ts';
import { exponentOf } from '../../../platform/currency.ts';
import { imageSource, isImage } from '../layout.ts';
import { comingExceptions, type ComingException } from '../coming-exceptions.ts';
import type { Website } from '../website.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const kinds: Record<string, string> = {
  cafe: 'CafeOrCoffeeShop',
  fast_food: 'FastFoodRestaurant',
  takeaway: 'FastFoodRestaurant',
  bar: 'BarOrPub',
  bakery: 'Bakery',
};
const diets: Record<string, string> = {
  gluten_free: 'GlutenFreeDiet',
  halal: 'HalalDiet',
  kosher: 'KosherDiet',
  vegan: 'VeganDiet',
  vegetarian: 'VegetarianDiet',
};

/** The restaurant and its menu for search engines (schema.org). */
export function menuData(website: Website, dishes: Offered[]): object[] {
  const { restaurant, parts, origin } = website;
  const { logo, cover_image: cover } = parts.images;
  const complete = (url: string) => new URL(imageSource(url, 1600), `${origin}/`).href;
  const images = [cover, logo].filter(isImage).map(complete);
  const menuId = `${origin}#menu`;
  const exponent = exponentOf(restaurant.currency);
  return [
    {
      '@context': 'https://schema.org',
      '@type': kinds[parts.restaurant_type.restaurant_type ?? ''] ?? 'Restaurant',
      '@id': `${origin}#restaurant`,
      name: restaurant.name,
      url: origin,
      ...(parts.basic_info.short_description && { description: parts.basic_info.short_description }),
      ...(images.length > 0 && { image: images }),
      ...(restaurant.phone_number_business && { telephone: restaurant.phone_number_business }),
      address: {
        '@type': 'PostalAddress',
        ...(restaurant.address && { streetAddress: restaurant.address }),
        ...(restaurant.city && { addressLocality: restaurant.city }),
        ...(restaurant.postal_code && { postalCode: restaurant.postal_code }),
        ...(restaurant.country_code && { addressCountry: restaurant.country_code }),
      },
      openingHoursSpecification: openingHours(website),
      acceptsReservations: website.canReserve,
      currenciesAccepted: restaurant.currency,
      ...(dishes.length > 0 && { hasMenu: { '@id': menuId } }),
    },
    ...(dishes.length > 0
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Menu',
            '@id': menuId,
            name: `Menu of ${restaurant.name}`,
            inLanguage: 'en-GB',
            hasMenuSection: [...Map.groupBy(dishes, ({ category }) => category.name)].map(([name, inSection]) => ({
              '@type': 'MenuSection',
              name,
              hasMenuItem: inSection.map(({ item }) => ({
                '@type': 'MenuItem',
                name: item.name,
                url: `${origin}/items/${item.id}`,
                ...(item.description && { description: item.description }),
                ...(isImage(item.image_url) && { image: complete(item.image_url) }),
                ...(item.dietary.some((one) => diets[one]) && {
                  suitableForDiet: item.dietary.flatMap((one) =>
                    diets[one] ? [`https://schema.org/${diets[one]}`] : [],
                  ),
                }),
                ...(!hasOpenPrice(item) && {
                  offers: pricesOf(item).map((price) => ({
                    '@type': 'Offer',
                    price: (price / 10 ** exponent).toFixed(exponent),
                    priceCurrency: item.currency,
                  })),
                }),
              })),
            })),
          },
        ]
      : []),
  ];
}

/** The week, and the days that differ. Search engines read equal times as closed, so all day ends a minute before midnight. */
function openingHours({ restaurant, now }: Website): object[] {
  const { opening_hours: hours, timezone } = restaurant;
  const spec = (times: { opens: string; closes: string }, when: object) => ({
    '@type': 'OpeningHoursSpecification',
    ...when,
    ...times,
  });
  const specsOf = ({ is_open, periods }: Pick<ComingException, 'is_open' | 'periods'>, when: object) =>
    is_open
      ? periods.map((period) =>
          spec(
            isAllDay(period)
              ? { opens: '00:00', closes: '23:59' }
              : { opens: period.open_time, closes: period.close_time },
            when,
          ),
        )
      : [];
  return [
    ...hours.days.flatMap((day) => specsOf(day, { dayOfWeek: `https://schema.org/${days[day.weekday]}` })),
    ...comingExceptions(hours, timezone, now).flatMap((one) => {
      const when = { validFrom: one.date, validThrough: one.date };
      const open = specsOf(one, when);
      return open.length > 0 ? open : [spec({ opens: '00:00', closes: '00:00' }, when)];
    }),
  ];
}

const pricesOf = ({ variants = [], price_amount }: Offered['item']): number[] =>
  variants.length > 0 ? variants.map((one) => one.price_amount) : [price_amount];
