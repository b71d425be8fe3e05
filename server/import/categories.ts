/** Dishes by category, both in the order in which the menu shows them. */
export interface Group {
  category: string;
  names: string[];
}

/**
 * Sorts dishes without categories into some that an owner would expect: by words that takeaways of many kitchens use, then by
 * what a dish is made of. Categories of one are joined with the nearest that has more.
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
  words: RegExp;
}

const MORE = 'More dishes';

/** The first rule that fits decides, so the narrower ones come first. */
const rules: Rule[] = [
  {
    category: 'Drinks',
    words:
      /\b(coke|cola|pepsi|fanta|sprite|7 ?up|lemonade|water|juice|lassi|beer|lager|ale|cider|cobra|kingfisher|wine|prosecco|coffee|latte|espresso|tea|milkshake|smoothie|red bull|irn bru|\d+ ?(ml|cl)|[\d.]+ ?(ltr|litre|liter))\b/,
  },
  {
    category: 'Set meals',
    words: /\b(set|meal|meals|meal deal|banquet|feast|thali|platter for|menu [a-z]|box meal)\b/,
  },
  {
    category: 'Desserts',
    words:
      /\b(ice cream|kulfi|gulab jamun|cake|cheesecake|brownie|tiramisu|sorbet|halwa|kheer|pudding|rasmalai|ras malai|waffle|pancake|crepe|baklava|banoffee|fritters? in syrup|cookie|dessert|gelato|sundae)\b/,
  },
  { category: 'Pizza', words: /\b(pizza|calzone|margherita|pepperoni|hawaiian|quattro)\b/ },
  { category: 'Burgers', words: /\b(\w*burgers?)\b/ },
  {
    category: 'Wraps and sandwiches',
    words: /\b(wrap|wraps|sandwich|panini|baguette|toastie|sub|burrito|fajita|taco|quesadilla)\b/,
  },
  {
    category: 'Pasta',
    words:
      /\b(pasta|spaghetti|lasagne|lasagna|penne|linguine|tagliatelle|ravioli|carbonara|macaroni|cannelloni|gnocchi)\b/,
  },
  { category: 'Sushi', words: /\b(sushi|maki|nigiri|sashimi|temaki|uramaki|hosomaki)\b/ },
  { category: 'Soups', words: /\b(soup|broth|tom yum|tom kha|ramen|pho)\b/ },
  { category: 'Noodles', words: /\b(noodles?|chow mein|lo mein|udon|pad thai|ho fun|vermicelli|mee goreng)\b/ },
  { category: 'Biryani', words: /\bbir(y|iy)?an[iy]\b/ },
  { category: 'Rice', words: /\brice\b/ },
  {
    category: 'Starters',
    words:
      /\b(starters?|samosas?|pakoras?|chaat(?! main)|prawn pur(ee|i)|(vegetable|spring|pancake) rolls?|butterfly|onion bha(jee|ji)s?|wings|ribs|dim sum|dumplings?|gyoza|prawn toast|prawn crackers?|satay|nachos|calamari|bruschetta|hummus|falafel|dolma|mozzarella sticks|garlic mushrooms?)\b/,
  },
  {
    category: 'Breads',
    words:
      /\b(naans?|nans?|roti|rotis|chapat+is?|parathas?|kulcha|pur(ee|i)s?|bhatura|breads?|pitt?as?|focaccia|ciabatta)\b/,
  },
  {
    category: 'Sundries',
    words:
      /\b(pap+adu?ms?|pop+adoms?|papad|chutney|pickles?|rait+h?a|mint sauce|red sauce|chilli sauce|garlic sauce|garlic mayo|mayonnaise|ketchup|dips?|soy sauce)\b/,
  },
  { category: 'Sauces', words: /\bsauce$|\bgravy$/ },
  {
    category: 'Sides and salads',
    words: /\b(salads?|fries|chips|wedges|onion rings|coleslaw|mash|side|nuggets|corn)\b/,
  },
  { category: 'Balti', words: /\bbalti\b/ },
  { category: 'Karahi', words: /\b(karahi|korai|kadai|karai)\b/ },
  {
    category: 'House specials',
    words:
      /\b(masala|makhani|butter chicken|jalfrezi|jalfrazi|pasanda|jeera|achar\w*|mysore|rezala|roshni|sylhet|haryali|hariyali|hari mirch|lal mirch|chill?i garlic|hazary|persian|shashlick curry|shashlik curry|tikka garlic|king prawn garlic|chef'?s|special|house)\b(?<!chana masala)(?<!hari mirch)|\b(?<!baingan )hari mirch\b/,
  },
  {
    category: 'Tandoori and grills',
    words:
      /\b(tandoori|tikka|shas+h?li[ck]+|s[hi]+[a-z]*k? ke[bh]ab|ke[bh]abs?|sizzler|grill|grilled|chops?|doner|shish|shawarma|kofte|gyros|\(main\)|peri peri|steak)\b|\(main\)/,
  },
  {
    category: 'Vegetable dishes',
    words:
      /\b(aloo|gobi|bha(jee|ji)|brinjal|baingan|bhindi|dh?all?|chana|paneer|mixed vegetable|tofu|sabzi|matar|mutt?er)\b/,
  },
  {
    category: 'Curries',
    words:
      /\b(curry|k[ou]rma|bhuna|dhansak|dup?pia[zs]a|dopia[zs]a|madras|vindaloo|pathia|rog[ao]n|methi|saag|ceylon|phal|massaman|rendang|katsu|handi|naga)\b/,
  },
  {
    category: 'Fried chicken',
    words: /\b(fried chicken|pieces? chicken|chicken pieces?|strips|bucket|popcorn chicken)\b/,
  },
  { category: 'Fish and chips', words: /\b(cod|haddock|plaice|scampi|fishcake|battered)\b/ },
  { category: 'Seafood', words: /\b(prawns?|fish|seafood|salmon|squid|mussels|crab|king prawns?|lobster|tuna)\b/ },
  { category: 'Chicken', words: /\bchicken\b/ },
  { category: 'Lamb', words: /\b(lamb|mutton|goat)\b/ },
  { category: 'Beef', words: /\b(beef|brisket)\b/ },
  { category: 'Pork', words: /\b(pork|bacon|ham|sausages?|char siu)\b/ },
  { category: 'Duck', words: /\bduck\b/ },
  {
    category: 'Vegetable dishes',
    words: /\b(vegetables?|veg|mushrooms?|vegan|vegetarian|beans?|lentils?|spinach|egg|eggs|cheese)\b/,
  },
];

/** Where a category goes that would hold one dish only. */
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
 * "Bhuna - Chicken", "Bhuna - Lamb": a way of cooking with its fillings. Where a menu writes its dishes so, the bare "Bhuna" belongs
 * to them, and so do ways of cooking that have no word above.
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
  const said = name.toLowerCase();
  const [head = said] = said.split(/\s+[-–]\s+/);
  const fits = (text: string) => rules.find(({ words }) => words.test(text))?.category;
  if (families.has(head)) {
    const own = fits(head);
    // "Chow Mein - Chicken" are noodles, whatever is in them; "Mushroom - Lamb" is a curry and no vegetable dish.
    return own && !/Vegetable|Chicken|Lamb/.test(own) ? own : 'Curries';
  }
  return fits(said) ?? MORE;
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
  // A single one that is left over keeps its own name, which says more than "more".
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
