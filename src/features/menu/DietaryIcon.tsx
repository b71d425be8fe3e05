import type { MenuItem } from '../../../contract/menu/calls.ts';
import { Picture } from '../../files/Picture.tsx';
import css from './dish.module.css';

/** Green dot in a square: vegetarian. Brown triangle in a square: not vegetarian. Nothing if unknown. */
export function DietaryIcon({ item }: { item: Pick<MenuItem, 'dietary' | 'allergens_confirmed_at'> }) {
  const isVegetarian = item.dietary.includes('vegetarian') || item.dietary.includes('vegan');
  if (!isVegetarian && item.dietary.length === 0 && item.allergens_confirmed_at === null) return null;
  return (
    <svg
      className={isVegetarian ? `g-ok ${css.green}` : css.brown}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      role="img"
      aria-label={isVegetarian ? 'Vegetarian' : 'Not vegetarian'}
    >
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {isVegetarian ? (
        <circle cx="8" cy="8" r="3" fill="currentColor" />
      ) : (
        <path d="M8 4.5 11.6 11H4.4z" fill="currentColor" />
      )}
    </svg>
  );
}

const heats = ['', 'Mild', 'Hot', 'Very hot'];

/** One to three chillies. */
export function Heat({ level }: { level: number | null }) {
  if (!level) return null;
  return (
    <span className={css.heat} role="img" aria-label={heats[level] ?? 'Hot'} title={heats[level]}>
      {Array.from({ length: level }, (_, i) => (
        <svg key={i} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M9.6 3.2C9 6.9 6 9.9 1.4 10.6 4.4 9 5.8 6.6 6.2 3.4c.6-1 2.7-1.1 3.4-.2z" fill="#D14A1E" />
          <path d="M8 2.9C8 2 8.5 1.3 9.6 1" fill="none" stroke="#2E8B4B" strokeWidth="1.3" strokeLinecap="round" />
        </svg>
      ))}
    </span>
  );
}

const sauces = ['#E8873A', '#C9421F', '#D89A2B', '#8C3A1B', '#3F6B34', '#E2B93B', '#B5651D', '#E9C46A'];

interface DishPictureProps {
  item: Pick<MenuItem, 'name' | 'image_url'>;
  isOff: boolean;
}

/** Its photo, or a drawn bowl in the colour of its sauce. Grey while sold out. The name stands beside it. */
export function DishPicture({ item, isOff }: DishPictureProps) {
  const bowl = <Bowl item={item} isOff={isOff} />;
  if (!item.image_url) return bowl;
  const className = isOff ? `g-thumb ${css.picture} ${css.grey}` : `g-thumb ${css.picture}`;
  return <Picture url={item.image_url} width={320} alt="" className={className} otherwise={bowl} />;
}

function Bowl({ item, isOff }: DishPictureProps) {
  const sauce = sauces[[...item.name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % sauces.length];
  return (
    <svg
      className={isOff ? `g-thumb ${css.picture} ${css.grey}` : `g-thumb ${css.picture}`}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      <circle cx="20" cy="20" r="13" className={css.bowl} />
      <circle cx="20" cy="20" r="10.5" fill={sauce} />
      <path
        d="M13 18c3-2.5 5 1.5 8-.5s4-2 6 0"
        fill="none"
        stroke="#fff"
        strokeOpacity=".45"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="17" cy="23" r="1.4" fill="#fff" fillOpacity=".55" />
      <circle cx="23.5" cy="22" r="1.1" fill="#2E6B34" fillOpacity=".8" />
    </svg>
  );
}
