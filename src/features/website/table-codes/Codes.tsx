import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import css from './codes.module.css';
import { printedLink, tableLink } from './table-link.ts';

interface Props {
  restaurant: Pick<Restaurant, 'name' | 'slug'>;
  tables: readonly string[];
}

/** The codes as they are printed, black on white in both themes. Loaded with the encoder when there are tables. */
export function Codes({ restaurant, tables }: Props) {
  return (
    <ul className={css.codes} data-codes="">
      {tables.map((table) => {
        const link = tableLink(location.origin, restaurant.slug, table);
        return (
          <li key={table} className={css.code}>
            <p className={css.restaurant}>
              <bdi>{restaurant.name}</bdi>
            </p>
            <QrCode text={link} label={`QR code of table ${table}`} />
            <p className={css.table}>
              Table <bdi>{table}</bdi>
            </p>
            <p>Scan to order to your table, or open</p>
            <p className={css.link}>{printedLink(link)}</p>
          </li>
        );
      })}
    </ul>
  );
}
