export interface Drawn {
  kind: 'curry' | 'rice' | 'bread' | 'skewers' | 'fried' | 'balls' | 'drink';
  /** Of the sauce, the rice, the dough or the drink. */
  color: string;
  /** What lies in it. */
  piece: string;
  garnish: 'leaves' | 'chilli' | 'cream' | 'nuts';
}

export const coverName = 'cover';

const drawn = (kind: Drawn['kind'], color: string, piece: string, garnish: Drawn['garnish']): Drawn => ({
  kind,
  color,
  piece,
  garnish,
});

/** What draw.ts draws, by the name of its file. */
export const pictures = {
  'curry-orange': drawn('curry', '#E07A2F', '#F2B071', 'cream'),
  'curry-red': drawn('curry', '#C8471F', '#E58B52', 'leaves'),
  'curry-hot': drawn('curry', '#A92B16', '#D96B45', 'chilli'),
  'curry-brown': drawn('curry', '#8A4A22', '#5F2F17', 'leaves'),
  'curry-yellow': drawn('curry', '#E2A92B', '#F3D27A', 'leaves'),
  'curry-green': drawn('curry', '#4E7A2D', '#FFF4DE', 'cream'),
  'curry-white': drawn('curry', '#EBCB93', '#F7E6C6', 'nuts'),
  'curry-chickpea': drawn('curry', '#B9651F', '#E9BE79', 'leaves'),
  'rice-saffron': drawn('rice', '#F2C95C', '#B5622E', 'leaves'),
  'rice-white': drawn('rice', '#F3EDDF', '#E3D6BC', 'leaves'),
  'rice-vegetable': drawn('rice', '#EFC768', '#5C9A3F', 'leaves'),
  bread: drawn('bread', '#EBC389', '#8C4E1E', 'leaves'),
  'bread-stuffed': drawn('bread', '#E0AE6B', '#74401B', 'chilli'),
  skewers: drawn('skewers', '#C9561F', '#5C9A3F', 'leaves'),
  'skewers-dark': drawn('skewers', '#8F3F1B', '#D9573A', 'chilli'),
  'skewers-white': drawn('skewers', '#F0D9A8', '#C93F2B', 'leaves'),
  fried: drawn('fried', '#D99A45', '#2F7D46', 'leaves'),
  'fried-dark': drawn('fried', '#B86C28', '#A9371F', 'leaves'),
  salad: drawn('curry', '#8DB255', '#D9483A', 'leaves'),
  'dessert-syrup': drawn('balls', '#8B4420', '#E9B95E', 'nuts'),
  'dessert-milk': drawn('balls', '#FFF1D2', '#F4D58D', 'nuts'),
  'drink-mango': drawn('drink', '#F3A72C', '#C8471F', 'leaves'),
  'drink-milk': drawn('drink', '#F7EFE0', '#4E7A2D', 'leaves'),
  'drink-tea': drawn('drink', '#B9773F', '#6B3A17', 'nuts'),
} satisfies Record<string, Drawn>;
export type PictureName = keyof typeof pictures;

/** By words of a dish's name; the first that fits. Bottles and cans have no picture, as on most menus. */
const rules: [RegExp, PictureName][] = [
  [/mango lassi/, 'drink-mango'],
  [/chai/, 'drink-tea'],
  [/lassi|lime soda/, 'drink-milk'],
  [/gulab|halwa/, 'dessert-syrup'],
  [/rasmalai|kulfi/, 'dessert-milk'],
  [/vegetable biryani|lemon rice/, 'rice-vegetable'],
  [/biryani/, 'rice-saffron'],
  [/rice/, 'rice-white'],
  [/keema naan|chilli naan|peshwari/, 'bread-stuffed'],
  [/naan|roti|chapati|paratha|papadum|dosa/, 'bread'],
  [/salad|raita|chaat/, 'salad'],
  [/mushroom bhaji/, 'curry-red'],
  [/samosa|bhaji|pakora|puri|chips/, 'fried'],
  [/tikki|fish$|chilli paneer/, 'fried-dark'],
  [/seekh|chops|grill/, 'skewers-dark'],
  [/paneer tikka|salmon|tandoori mushrooms/, 'skewers-white'],
  [/chicken tikka$|tandoori/, 'skewers'],
  [/butter chicken|malai|tikka masala/, 'curry-orange'],
  [/madras|jalfrezi|vindaloo/, 'curry-hot'],
  [/rogan|bhuna|keema|makhani|rajma|bharta/, 'curry-brown'],
  [/saag/, 'curry-green'],
  [/dal|goan|gobi|dhansak|aloo/, 'curry-yellow'],
  [/poriyal|thoran|bhindi/, 'curry-green'],
  [/korma/, 'curry-white'],
  [/chana/, 'curry-chickpea'],
  [/curry|matar|mushroom/, 'curry-red'],
];

export const pictureOf = (dish: string): PictureName | null =>
  rules.find(([terms]) => terms.test(dish.toLowerCase()))?.[1] ?? null;
