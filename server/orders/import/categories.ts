/** Dishes of a category, both in menu order. */
export interface Group {
  category: string;
  names: string[];
}

/**
 * Sorts dishes into categories that an owner would expect: by words common in many kitchens, then by main ingredient. A category with one
 * dish is merged into the nearest larger one.
 */
export function categorise(names: string[]): Group[] {
  const families = findFamilies(names);
  const groups = new Map<string, string[]>();
  for (const name of names) add(groups, categoryOf(name, families), name);
  joinSingles(groups);
  return order.flatMap((category) => {
    const found = groups.get(category);
    return found ? [{ category, names: found.toSorted((a, b) => a.localeCompare(b, 'en')) }] : [];
  });
}

interface Rule {
  category: string;
  pattern: RegExp;
}

const MORE = 'More dishes';

/** The first matching rule wins, so narrower ones come first. */
const rules: Rule[] = [
  {
    category: 'Drinks',
    pattern:
      /\b(coke|cola|pepsi|fanta|sprite|7 ?up|lemonade|water|juice|lassi|beer|lager|ale|cider|cobra|kingfisher|wine|prosecco|coffee|latte|espresso|tea|milkshake|smoothie|red bull|irn bru|\d+ ?(ml|cl)|[\d.]+ ?(ltr|litre|liter))\b/,
  },
  {
    category: 'Set meals',
    pattern: /\b(set|meal|meals|meal deal|banquet|feast|thali|platter for|menu [a-z]|box meal)\b/,
  },
  {
    category: 'Desserts',
    pattern:
      /\b(ice cream|kulfi|gulab jamun|cake|cheesecake|brownie|tiramisu|sorbet|halwa|kheer|pudding|rasmalai|ras malai|waffle|pancake|crepe|baklava|banoffee|fritters? in syrup|cookie|dessert|gelato|sundae)\b/,
  },
  { category: 'Pizza', pattern: /\b(pizza|calzone|margherita|pepperoni|hawaiian|quattro)\b/ },
  { category: 'Burgers', pattern: /\b(\w*burgers?)\b/ },
  {
    category: 'Wraps and sandwiches',
    pattern: /\b(wrap|wraps|sandwich|panini|baguette|toastie|sub|burrito|fajita|taco|quesadilla)\b/,
  },
  {
    category: 'Pasta',
    pattern:
      /\b(pasta|spaghetti|lasagne|lasagna|penne|linguine|tagliatelle|ravioli|carbonara|macaroni|cannelloni|gnocchi)\b/,
  },
  { category: 'Sushi', pattern: /\b(sushi|maki|nigiri|sashimi|temaki|uramaki|hosomaki)\b/ },
  { category: 'Soups', pattern: /\b(soup|broth|tom yum|tom kha|ramen|pho)\b/ },
  { category: 'Noodles', pattern: /\b(noodles?|chow mein|lo mein|udon|pad thai|ho fun|vermicelli|mee goreng)\b/ },
  { category: 'Biryani', pattern: /\bbir(y|iy)?an[iy]\b/ },
  { category: 'Rice', pattern: /\brice\b/ },
  {
    category: 'Starters',
    pattern:
      /\b(starters?|samosas?|pakoras?|chaat(?! main)|prawn pur(ee|i)|(vegetable|spring|pancake) rolls?|butterfly|onion bha(jee|ji)s?|wings|ribs|dim sum|dumplings?|gyoza|prawn toast|prawn crackers?|satay|nachos|calamari|bruschetta|hummus|falafel|dolma|mozzarella sticks|garlic mushrooms?)\b/,
  },
  {
    category: 'Breads',
    pattern:
      /\b(naans?|nans?|roti|rotis|chapat+is?|parathas?|kulcha|pur(ee|i)s?|bhatura|breads?|pitt?as?|focaccia|ciabatta)\b/,
  },
  {
    category: 'Sundries',
    pattern:
      /\b(pap+adu?ms?|pop+adoms?|papad|chutney|pickles?|rait+h?a|mint sauce|red sauce|chilli sauce|garlic sauce|garlic mayo|mayonnaise|ketchup|dips?|soy sauce)\b/,
  },
  { category: 'Sauces', pattern: /\bsauce$|\bgravy$/ },
  {
    category: 'Sides and salads',
    pattern: /\b(salads?|fries|chips|wedges|onion rings|coleslaw|mash|side|nuggets|corn)\b/,
  },
  { category: 'Balti', pattern: /\bbalti\b/ },
  { category: 'Karahi', pattern: /\b(karahi|korai|kadai|karai)\b/ },
  {
    category: 'House specials',
    pattern:
      /\b(masala|makhani|butter chicken|jalfrezi|jalfrazi|pasanda|jeera|achar\w*|mysore|rezala|roshni|sylhet|haryali|hariyali|hari mirch|lal mirch|chill?i garlic|hazary|persian|shashlick curry|shashlik curry|tikka garlic|king prawn garlic|chef'?s|special|house)\b(?<!chana masala)(?<!hari mirch)|\b(?<!baingan )hari mirch\b/,
  },
  {
    category: 'Tandoori and grills',
    pattern:
      /\b(tandoori|tikka|shas+h?li[ck]+|s[hi]+[a-z]*k? ke[bh]ab|ke[bh]abs?|sizzler|grill|grilled|chops?|doner|shish|shawarma|kofte|gyros|\(main\)|peri peri|steak)\b|\(main\)/,
  },
  {
    category: 'Vegetable dishes',
    pattern:
      /\b(aloo|gobi|bha(jee|ji)|brinjal|baingan|bhindi|dh?all?|chana|paneer|mixed vegetable|tofu|sabzi|matar|mutt?er)\b/,
  },
  {
    category: 'Curries',
    pattern:
      /\b(curry|k[ou]rma|bhuna|dhansak|dup?pia[zs]a|dopia[zs]a|madras|vindaloo|pathia|rog[ao]n|methi|saag|ceylon|phal|massaman|rendang|katsu|handi|naga)\b/,
  },
  {
    category: 'Fried chicken',
    pattern: /\b(fried chicken|pieces? chicken|chicken pieces?|strips|bucket|popcorn chicken)\b/,
  },
  { category: 'Fish and chips', pattern: /\b(cod|haddock|plaice|scampi|fishcake|battered)\b/ },
  { category: 'Seafood', pattern: /\b(prawns?|fish|seafood|salmon|squid|mussels|crab|king prawns?|lobster|tuna)\b/ },
  { category: 'Chicken', pattern: /\bchicken\b/ },
  { category: 'Lamb', pattern: /\b(lamb|mutton|goat)\b/ },
  { category: 'Beef', pattern: /\b(beef|brisket)\b/ },
  { category: 'Pork', pattern: /\b(pork|bacon|ham|sausages?|char siu)\b/ },
  { category: 'Duck', pattern: /\bduck\b/ },
  {
    category: 'Vegetable dishes',
    pattern: /\b(vegetables?|veg|mushrooms?|vegan|vegetarian|beans?|lentils?|spinach|egg|eggs|cheese)\b/,
  },
];

/** Where a category with a single dish is merged. */
const parents: Record<string, string> = {
  Soups: 'Starters',
  Sauces: 'Sundries',
  Sundries: 'Sides and salads',
  'Sides and salads': 'Sundries',
  Balti: 'Curries',
  Karahi: 'Curries',
  Biryani: 'Rice',
  Rice: 'Biryani',
  'Fried chicken': 'Chicken',
  'Fish and chips': 'Seafood',
  Noodles: 'Rice',
  Seafood: 'House specials',
  Chicken: 'House specials',
  Lamb: 'House specials',
  Beef: 'House specials',
  Pork: 'House specials',
  Duck: 'House specials',
};

const order = [
  'Set meals',
  'Starters',
  'Soups',
  'Sushi',
  'Tandoori and grills',
  'House specials',
  'Curries',
  'Balti',
  'Karahi',
  'Biryani',
  'Pizza',
  'Burgers',
  'Wraps and sandwiches',
  'Pasta',
  'Noodles',
  'Fried chicken',
  'Fish and chips',
  'Seafood',
  'Chicken',
  'Lamb',
  'Beef',
  'Pork',
  'Duck',
  'Vegetable dishes',
  MORE,
  'Rice',
  'Breads',
  'Sides and salads',
  'Sundries',
  'Sauces',
  'Desserts',
  'Drinks',
];

const filling = /^(king prawn|chicken tikka|lamb tikka|chicken|lamb|meat|beef|prawn|vegetable|veg|fish|duck|paneer)s?$/;

/**
 * "Bhuna - Chicken", "Bhuna - Lamb": a style with its fillings. In such menus the bare "Bhuna" belongs to them, and so do styles without a
 * rule above.
 */
function findFamilies(names: string[]): Set<string> {
  const sizes = new Map<string, number>();
  for (const name of names) {
    const [head = '', tail] = name.toLowerCase().split(/\s+[-–]\s+/);
    if (tail && filling.test(tail)) sizes.set(head, (sizes.get(head) ?? 0) + 1);
  }
  return new Set([...sizes].filter(([, size]) => size >= 3).map(([head]) => head));
}

function categoryOf(name: string, families: Set<string>): string {
  const lowerCased = name.toLowerCase();
  const [head = lowerCased] = lowerCased.split(/\s+[-–]\s+/);
  const fits = (text: string) => rules.find(({ pattern }) => pattern.test(text))?.category;
  if (families.has(head)) {
    const own = fits(head);
    // "Chow Mein - Chicken" are noodles, whatever the filling; "Mushroom - Lamb" is a curry, not a vegetable dish.
    return own && !/Vegetable|Chicken|Lamb/.test(own) ? own : 'Curries';
  }
  return fits(lowerCased) ?? MORE;
}

function joinSingles(groups: Map<string, string[]>) {
  const homeless: string[] = [];
  for (const [category, names] of groups) {
    const parent = parents[category];
    if (names.length > 1 || category === MORE) continue;
    if (parent !== undefined && groups.has(parent)) {
      groups.delete(category);
      for (const name of names) add(groups, parent, name);
    } else homeless.push(category);
  }
  // A single leftover keeps its own name, which says more than "more".
  if (homeless.length < 2 && !groups.has(MORE)) return;
  for (const category of homeless) {
    const names = groups.get(category) ?? [];
    groups.delete(category);
    for (const name of names) add(groups, MORE, name);
  }
}

function add(groups: Map<string, string[]>, category: string, name: string) {
  const found = groups.get(category);
  if (found) found.push(name);
  else groups.set(category, [name]);
}
