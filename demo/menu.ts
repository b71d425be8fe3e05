import type { MenuItem } from '../contract/menu/calls.ts';

type Allergen = MenuItem['allergens'][number];
type Dietary = MenuItem['dietary'][number];

export interface DemoDish {
  name: string;
  /** Pence. */
  price_amount: number;
  description: string;
  allergens: Allergen[];
  dietary: Dietary[];
  spice_level: number | null;
}

export interface DemoCategory {
  name: string;
  /** The station that cooks its dishes. */
  kitchen_station: string;
  dishes: DemoDish[];
}

const g: Allergen = 'gluten';
const m: Allergen = 'milk';
const n: Allergen = 'tree_nuts';
const e: Allergen = 'eggs';
const c: Allergen = 'crustaceans';
const f: Allergen = 'fish';
const mu: Allergen = 'mustard';

const vegan: Dietary[] = ['vegan', 'vegetarian', 'dairy_free'];
const veggie: Dietary[] = ['vegetarian'];
const halal: Dietary[] = ['halal'];

const dish = (
  name: string,
  price_amount: number,
  description: string,
  allergens: Allergen[] = [],
  dietary: Dietary[] = [],
  spice_level: number | null = null,
): DemoDish => ({ name, price_amount, description, allergens, dietary, spice_level });

/** "Evening menu" of the demonstration restaurant: 92 items in nine categories. */
export const demoMenu: DemoCategory[] = [
  {
    name: 'Starters',
    kitchen_station: 'Fry',
    dishes: [
      dish('Vegetable samosa (3)', 490, 'Crisp parcels of potato, peas and cumin', [g], vegan, 1),
      dish('Lamb samosa (3)', 550, 'Minced lamb with coriander and green chilli', [g], halal, 1),
      dish('Onion bhaji', 475, 'Shredded onion in a light gram-flour batter', [mu], vegan, 1),
      dish('Chicken pakora', 595, 'Marinated thigh fried in spiced batter', [], halal, 1),
      dish('Aloo tikki chaat', 575, 'Potato cakes with yoghurt, tamarind and sev', [m, g], veggie, 1),
      dish('Papdi chaat', 550, 'Crackers, chickpeas, yoghurt, mint and pomegranate', [m, g], veggie, 1),
      dish('Paneer pakora', 595, 'Fresh cheese with a mint filling, fried crisp', [m], veggie, 1),
      dish('Chilli paneer', 695, 'Seared cheese, peppers, soy and garlic', [m, g, 'soy'], veggie, 2),
      dish('Amritsari fish', 750, 'Hake in carom seed and lemon batter', [f, g], [], 1),
      dish('King prawn puri', 795, 'Prawns in a sour tomato sauce on fried bread', [c, g], [], 2),
      dish('Masala dosa', 895, 'Rice and lentil pancake with potato, sambar and coconut', [mu], vegan, 1),
      dish('Papadums and chutneys', 395, 'Four papadums, mango, mint and onion', [m], veggie, 0),
    ],
  },
  {
    name: 'Tandoor',
    kitchen_station: 'Tandoor',
    dishes: [
      dish('Chicken tikka', 995, 'Breast in yoghurt, ginger and Kashmiri chilli', [m], halal, 1),
      dish('Tandoori chicken, half', 1095, 'On the bone, marinated overnight', [m], halal, 1),
      dish('Seekh kebab', 895, 'Minced lamb with mint and roasted spices', [], halal, 2),
      dish('Lamb chops', 1395, 'Three chops with papaya and black pepper', [m], halal, 2),
      dish('Paneer tikka', 950, 'Cheese, peppers and onion from the skewer', [m, mu], veggie, 1),
      dish('Tandoori king prawns', 1495, 'Carom seed, lemon and garlic butter', [c, m], [], 1),
      dish('Salmon tikka', 1350, 'Dill, honey and mustard', [f, m, mu], [], 1),
      dish('Mixed grill', 1795, 'Chicken tikka, seekh kebab, lamb chop and prawn, with naan', [m, g, c], [], 2),
      dish('Tandoori mushrooms', 795, 'Filled with spinach and cheese', [m], veggie, 1),
    ],
  },
  {
    name: 'Curries',
    kitchen_station: 'Curry',
    dishes: [
      dish('Butter chicken', 1150, 'Tandoori chicken, tomato, cream, fenugreek', [m, n], halal, 1),
      dish('Chicken tikka masala', 1125, 'Charcoal chicken in spiced tomato sauce', [m], halal, 1),
      dish('Lamb rogan josh', 1275, 'Slow-cooked shoulder, Kashmiri chilli', [], halal, 2),
      dish('Prawn madras', 1295, 'King prawns, coconut, curry leaf', [c], [], 3),
      dish('Chicken jalfrezi', 1125, 'Green chilli, peppers, onion', [], halal, 3),
      dish('Goan fish curry', 1250, 'Hake, tamarind, coconut milk', [f], ['dairy_free'], 2),
      dish('Saag paneer', 975, 'Spinach, home-made paneer, garlic', [m], veggie, 1),
      dish('Tarka dal', 795, 'Yellow lentils, cumin, fried garlic', [], vegan, 1),
      dish('Chana masala', 825, 'Chickpeas, tomato, dried mango', [], vegan, 2),
      dish('Vegetable korma', 925, 'Seasonal vegetables, coconut, almond', [m, n], veggie, 0),
      dish('Lamb bhuna', 1225, 'Reduced onion and tomato, ginger', [], halal, 2),
      dish('Chicken vindaloo', 1125, 'Vinegar, garlic and dried chilli, with potato', [mu], halal, 3),
      dish('Mushroom bhaji', 795, 'Button mushrooms, tomato, coriander', [], vegan, 1),
      dish('Aloo gobi', 825, 'Potato and cauliflower, turmeric, ginger', [], vegan, 1),
      dish('Keema matar', 1095, 'Minced lamb and peas', [], halal, 2),
      dish('Chicken dhansak', 1125, 'Lentils, sweet and sour, fenugreek', [], halal, 2),
      dish('Prawn malai', 1325, 'Bengali prawns in coconut and cardamom', [c], [], 1),
      dish('Malai kofta', 975, 'Cheese and potato dumplings in cashew cream', [m, n, g], veggie, 1),
    ],
  },
  {
    name: 'Biryani',
    kitchen_station: 'Curry',
    dishes: [
      dish('Chicken biryani', 1195, 'Layered basmati, saffron, fried onion, with raita', [m], halal, 2),
      dish('Lamb biryani', 1295, 'Shoulder of lamb, mint, basmati, with raita', [m], halal, 2),
      dish('King prawn biryani', 1450, 'Prawns, curry leaf, lime, with raita', [c, m], [], 2),
      dish('Vegetable biryani', 1050, 'Carrot, beans, peas and cauliflower, with raita', [m], veggie, 1),
      dish('Paneer biryani', 1095, 'Tandoori cheese, peppers, with raita', [m], veggie, 2),
      dish('Hyderabadi egg biryani', 1050, 'Boiled eggs, green chilli, fried onion', [e, m], veggie, 2),
    ],
  },
  {
    name: 'Vegetable dishes',
    kitchen_station: 'Curry',
    dishes: [
      dish('Bombay aloo', 595, 'Potatoes, mustard seed, tomato', [mu], vegan, 2),
      dish('Saag aloo', 595, 'Spinach and potato', [], vegan, 1),
      dish('Bhindi masala', 650, 'Okra, onion, dried mango', [], vegan, 2),
      dish('Baingan bharta', 650, 'Smoked aubergine, tomato, peas', [], vegan, 2),
      dish('Matar paneer', 695, 'Peas and cheese in tomato', [m], veggie, 1),
      dish('Dal makhani', 695, 'Black lentils simmered overnight with butter', [m], veggie, 1),
      dish('Cauliflower poriyal', 595, 'Coconut, curry leaf, mustard seed', [mu], vegan, 1),
      dish('Mixed vegetable curry', 625, 'Whatever the market had this morning', [], vegan, 1),
      dish('Cabbage thoran', 575, 'Shredded cabbage, coconut, turmeric', [mu], vegan, 1),
      dish('Rajma', 625, 'Kidney beans, ginger, garam masala', [], vegan, 1),
      dish('Kadai mushrooms', 650, 'Peppers, coriander seed, chilli', [], vegan, 2),
    ],
  },
  {
    name: 'Breads',
    kitchen_station: 'Tandoor',
    dishes: [
      dish('Plain naan', 295, 'From the tandoor', [g, m], veggie, 0),
      dish('Garlic naan', 345, 'Garlic and coriander', [g, m], veggie, 0),
      dish('Peshwari naan', 395, 'Coconut, almond and sultana', [g, m, n], veggie, 0),
      dish('Keema naan', 425, 'Filled with minced lamb', [g, m], halal, 1),
      dish('Cheese and chilli naan', 395, 'Cheddar, green chilli', [g, m], veggie, 2),
      dish('Tandoori roti', 245, 'Wholemeal, no butter', [g], vegan, 0),
      dish('Chapati', 220, 'Thin wholemeal bread from the griddle', [g], vegan, 0),
      dish('Lachha paratha', 375, 'Flaky layers with butter', [g, m], veggie, 0),
    ],
  },
  {
    name: 'Rice and sides',
    kitchen_station: 'Curry',
    dishes: [
      dish('Pilau rice', 375, 'Basmati, saffron, whole spices', [], vegan, 0),
      dish('Steamed rice', 325, 'Plain basmati', [], vegan, 0),
      dish('Mushroom rice', 425, 'Basmati with mushrooms and cumin', [], vegan, 0),
      dish('Egg fried rice', 425, 'Basmati, egg, spring onion', [e], veggie, 0),
      dish('Coconut rice', 425, 'Coconut, curry leaf, mustard seed', [mu], vegan, 0),
      dish('Lemon rice', 425, 'Lemon, turmeric, peanuts', ['peanuts', mu], vegan, 1),
      dish('Masala chips', 450, 'Chilli, garlic and coriander', [], vegan, 2),
      dish('Cucumber raita', 275, 'Yoghurt, mint, roasted cumin', [m], veggie, 0),
      dish('Kachumber salad', 325, 'Cucumber, tomato, onion, lemon', [], vegan, 0),
      dish('Mango chutney', 120, 'A small pot', [], vegan, 0),
    ],
  },
  {
    name: 'Desserts',
    kitchen_station: 'Counter',
    dishes: [
      dish('Gulab jamun', 495, 'Milk dumplings in cardamom syrup', [m, g], veggie, null),
      dish('Mango kulfi', 475, 'Frozen reduced milk with mango', [m], veggie, null),
      dish('Rasmalai', 525, 'Cheese dumplings in saffron milk, pistachio', [m, n], veggie, null),
      dish('Carrot halwa', 495, 'Warm, with cashew', [m, n], veggie, null),
    ],
  },
  {
    name: 'Drinks',
    kitchen_station: 'Counter',
    dishes: [
      dish('Mango lassi', 375, 'Yoghurt and Alphonso mango', [m], veggie, null),
      dish('Salted lassi', 350, 'Yoghurt, cumin, black salt', [m], veggie, null),
      dish('Masala chai', 275, 'Assam tea, ginger, cardamom', [m], veggie, null),
      dish('Fresh lime soda', 325, 'Sweet or salted', [], vegan, null),
      dish('Cobra', 425, 'Lager, 330 ml, 4.5 %', [g], vegan, null),
      dish('Kingfisher', 425, 'Lager, 330 ml, 4.8 %', [g], vegan, null),
      dish('House white', 1895, 'Bottle, 75 cl, 12 %', ['sulphites'], [], null),
      dish('House red', 1895, 'Bottle, 75 cl, 13 %', ['sulphites'], [], null),
      dish('Cola', 220, 'Can, 330 ml', [], vegan, null),
      dish('Diet cola', 220, 'Can, 330 ml', [], vegan, null),
      dish('Lemonade', 220, 'Can, 330 ml', [], vegan, null),
      dish('Ginger beer', 275, 'Bottle, 275 ml', [], vegan, null),
      dish('Still water', 250, 'Bottle, 750 ml', [], vegan, null),
      dish('Sparkling water', 250, 'Bottle, 750 ml', [], vegan, null),
    ],
  },
];
