/** From this confidence on an item counts as certain: the review selects it. Below it the owner is asked to look. */
export const CERTAIN = 0.8;

/** Pixels of the picture of page `page` (from 0). */
export interface Box {
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface ReadVariant {
  name: string;
  /** Minor units. */
  price_amount: number;
}

export interface ReadItem {
  name: string;
  description: string;
  /** Minor units; the first size's where there are several; null when the menu names no price. */
  price_amount: number | null;
  variants: ReadVariant[];
  dietary: ('vegetarian' | 'vegan' | 'gluten_free' | 'dairy_free')[];
  /** 0 to 1. */
  confidence: number;
  box: Box;
  /** What a model read instead, where it differs. */
  second_reading?: { name: string; price_amount: number | null; variants: ReadVariant[] };
}

export interface ReadCategory {
  /** Empty for items above the first heading. */
  name: string;
  confidence: number;
  box: Box | null;
  items: ReadItem[];
}

export interface PagePicture {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** A word as it stands on a page, in pixels of its picture. */
export interface Word {
  text: string;
  /** 0 to 1. */
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Height of a capital of its type, so that words of one line can be compared. */
  capHeight: number;
}
