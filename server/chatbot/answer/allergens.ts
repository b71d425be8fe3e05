import type { Question } from './question.ts';
import type { BotAnswer, FactItem, Facts } from './facts.ts';
import { joined } from './format.ts';
import { isAbout, isBeside, type Language } from './lexicon.ts';
import { matchItems } from './match-items.ts';
import { allergenNames, dietaryNames, phraseOf } from './phrases.ts';
import { fold, type Term } from './text.ts';

/** Foods that people name when they ask about an allergen. */
const named: readonly [allergen: string, pattern: RegExp][] = [
  [
    'tree_nuts',
    /\b(?:nuts?|walnuts?|almonds?|hazelnuts?|cashews?|pistachios?|pecans?|nueces|nuez|almendras?|frutos secos|avellanas?|noix|amandes?|noisettes?|fruits a coque|nusse|nuss|mandeln|noci|mandorle|nozes|amendoas)\b/,
  ],
  ['peanuts', /\b(?:peanuts?|nuts?|cacahuetes?|mani|arachides?|erdnuss\w*|arachidi|amendoim)\b/],
  [
    'milk',
    /\b(?:milk|dairy|lactose|lacteos?|lactosa|leche|lait|laitiers?|milch|laktose|latte|lattosio|leite|butter|cheese)\b/,
  ],
  ['eggs', /\b(?:eggs?|huevos?|oeufs?|eier|ei|uova|uovo|ovos?)\b/],
  ['gluten', /\b(?:gluten|wheat|celiac|coeliac|celiac[oa]s?|coeliaque|trigo|ble|weizen|zoliakie|glutine|flour)\b/],
  ['fish', /\b(?:fish|pescado|poisson|fisch|pesce|peixe)\b/],
  [
    'crustaceans',
    /\b(?:crustaceans?|shellfish|prawns?|shrimps?|crab|lobster|crustaceos?|mariscos?|gambas?|crustaces?|crevettes?|krebstiere|crostacei|camarao)\b/,
  ],
  ['molluscs', /\b(?:molluscs?|mollusks?|shellfish|squid|oysters?|mussels?|moluscos?|mollusques?|weichtiere)\b/],
  ['soy', /\b(?:soy|soya|soja|soia)\b/],
  ['sesame', /\b(?:sesame|sesamo|sesam|ajonjoli)\b/],
  ['celery', /\b(?:celery|apio|celeri|sellerie|sedano|aipo)\b/],
  ['mustard', /\b(?:mustard|mostaza|moutarde|senf|senape|mostarda)\b/],
  ['lupin', /\b(?:lupin|altramu\w+|lupini)\b/],
  ['sulphites', /\b(?:sulphites?|sulfites?|sulfitos?|solfiti)\b/],
];

const asking =
  /\b(?:allerg\w*|alerg\w*|contain\w*|contien\w*|contiennent|contenir|contengono|contem|enthalt\w*|intoleran\w*|coeliac\w*|celiac\w*|coeliaque\w*|zoliakie|traces?|trazas?|spuren|ingredients?|ingredientes?|zutaten|ingredienti|safe|seguro|segura|sur pour|anaphyla\w*|epipen|reaction|hypersensitiv\w*)\b/;
const without =
  /\b(?:nut|peanut|gluten|dairy|lactose|egg|milk|soy|soya|wheat|sesame|fish|shellfish)[- ]free\b|\b(?:without|no|sin|sans|ohne|senza|sem|any|hay|has|have|with|in|lleva|llevan|tiene|con|avec|mit|y a-t-il|il y a|tem|leva|levam|ha|hanno|c'e|ci sono|hat|haben|sind|drin|steckt|dedans|dentro|de|des)\b/;
const freeOf =
  /\b(?:nut|peanut|gluten|dairy|lactose|egg|milk|soy|soya|wheat|sesame|fish|shellfish)[- ]free\b|\b(?:sin|sans|ohne|senza|sem) (?:gluten|lactosa|lactose|leche|lait|frutos secos|nueces|noix|huevos?|oeufs?|glutine|lattosio|milch|laktose)\b|\b(?:gluten|laktose|milch|nuss)frei\w*\b/;

/** "Sesamallergie" is a word of its own: the food is read apart. */
const flatten = (text: string) => fold(text).replaceAll(/(?<=\p{L})(?=allerg(?:ie|ik|isch))/gu, ' ');

/** Somebody with an allergy is spoken of: the team answers at once, nobody else. */
export const isOfAllergicPerson = (text: string): boolean =>
  /\b(?:i'm|we're|they're|(?:he|she|who)'s|am|are|is|was|being) (?:\w+ ){0,2}(?:allergic|intolerant|coeliac|celiac)|\b(?:for|i'm|am|is) (?:a |an )?(?:coeliacs?|celiacs?)\b|\b(?:have|has|with|got|severe|serious|life-threatening) (?:\w+ ){0,3}allerg|\banaphyla|\bepipen|\b(?:soy|es|somos|son) (?:\w+ )?(?:alergic|celiac)|\b(?:tengo|tiene|con) (?:\w+ )?(?:alergia|intolerancia)|\b(?:suis|est|sommes) (?:\w+ )?(?:allergique|coeliaque|intolerant)|\bune? (?:grave )?allergie|\b(?:bin|ist|sind) (?:\w+ )?(?:allergisch|zoliakie)|\w*allergi(?:ker|kerin)\b|\b(?:habe|hat|haben) (?:\w+ ){0,3}(?:\w*allergie|zoliakie)|\b(?:sono|e) (?:\w+ )?(?:allergic[oa]|celiac[oa])|\b(?:sou|e) (?:\w+ )?(?:alergic[oa]|celiac[oa])|\b(?:tenho|tem|ho|ha) (?:\w+ ){0,2}(?:alergia|allergia)/.test(
    flatten(text).replaceAll('’', "'"),
  );

/** Any word for an allergen, or for somebody who must not have it. */
export const namesAllergen = (text: string): boolean => {
  const flat = flatten(text);
  return (
    /allerg|\balerg|\bcoeliac|\bceliac|\bcoeliaque|\bzoliak|\bintoleran|\banaphyla|\bsafe\b/.test(flat) ||
    freeOf.test(flat) ||
    named.some(([, pattern]) => pattern.test(flat))
  );
};

/** A diet, or a food that is an allergen and not wanted: a dish that is proposed for it would be called safe. */
export function excludesAllergen(text: string, items: readonly Pick<FactItem, 'name'>[]): boolean {
  const rest = items
    .map(({ name }) => flatten(name))
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ' '), flatten(text));
  return dietaryOf(rest) !== null || (namesAllergen(rest) && excluding.test(rest));
}

const excluding =
  /\b(?:no|not|none|never|without|free|avoid\w*|cannot|\w+n't|sin|ningun\w*|sans|pas|aucun\w*|ohne|kein\w*|nicht|\w+frei\w*|senza|non|nessun\w*|sem|nao|nenhum\w*)\b/;

/** Any question that could be about an allergen is one. */
export function isAboutAllergens({ text }: Pick<Question, 'text'>): boolean {
  const flat = flatten(text);
  if (
    /\b(?:how much|price|cost|cuanto cuesta|precio|combien|prix|kostet)\b/.test(flat) &&
    !/\b(?:allerg\w*|alerg\w*)\b/.test(flat)
  )
    return false;
  // "Nussallergie" is one word.
  if (/allerg|\balerg\w*|\bcoeliac|\bceliac|\bcoeliaque|\bintoleran|\banaphyla/.test(flat)) return true;
  if (freeOf.test(flat)) return true;
  const isNamed = named.some(([, pattern]) => pattern.test(flat));
  if (asking.test(flat))
    return (
      isNamed ||
      /\b(?:contain|contiene|contienen|contient|contiennent|enthalt|contengono|contem|ingredient\w*|zutaten|safe|traces?)\b/.test(
        flat,
      )
    );
  // "Is there milk in the …?", "Any nuts in it?"
  return (
    isNamed &&
    without.test(flat) &&
    /\b(?:is there|are there|any|does .* have|do .* have|has|hay|lleva|llevan|tiene|esta hech[oa]|steckt|y a-t-il|y a|il y a|gibt es|ist|sind|hat|haben|c'e|ci sono|ha|hanno|tem|leva|levam|in (?:the|it|your))\b/.test(
      flat,
    ) &&
    /\b(?:in|en|dans|dedans|dentro|con|de|im|hat|haben|drin|nel|nella|nei|nelle|ha|hanno|lleva|llevan|tiene|tienen|tem|leva|levam|na|no|nas|nos|have|has)\b/.test(
      flat,
    )
  );
}

/** "Chowder: celery, yes or no?": a food that no dish is called by, beside a dish that is named in full. */
export const namesFoodOf = ({ text, terms }: Question, facts: Facts): boolean =>
  text.includes('?') &&
  terms.some((term) => !term.isOwn && named.some(([, pattern]) => pattern.test(term.text))) &&
  matchItems(withoutAllergens(terms), facts).some(({ coverage }) => coverage >= 0.99);

/** Quotes what is recorded, always with a caution, or asks a person. It never says that something is free of an allergen. */
export function aboutAllergens(question: Question, facts: Facts): BotAnswer {
  const { language } = question;
  const terms = withoutAllergens(question.terms);
  const matches = matchItems(terms, facts).filter(({ coverage }) => coverage >= 0.3);
  const best = matches.filter(({ coverage }) => coverage >= Math.max(...matches.map((one) => one.coverage)) - 0.01);
  if (best.length === 0) return withoutItem(question, facts);
  if (best.length > 3)
    return {
      text: `${phraseOf(language, 'whichItem')} ${phraseOf(language, 'caution')}`,
      topic: 'allergen',
      escalated: true,
    };
  const flat = flatten(question.text);
  // The "fish" of a fish pie is not asked for.
  const naming = new Set(best.flatMap((match) => [...match.terms]));
  const flatNames = new Set([...naming].map((at) => terms[at]!));
  const rest = flatten(question.terms.flatMap((term) => (flatNames.has(term) ? [] : term.text)).join(' '));
  const requested = named.filter(([, pattern]) => pattern.test(rest)).map(([allergen]) => allergen);
  // What is safe for somebody, and what the record does not name, is for a person to say.
  const isJudgement =
    /\b(?:safe|safely|segur[oa]s?|sicher|geeignet|vertrag\w*|sans danger|allerg\w*|alerg\w*|allergic|alergic\w*|allergique|allergisch\w*|allergic\w*|coeliac|celiac\w*|coeliaque|intoleran\w*|can i eat|can (?:he|she|they) eat|puedo comer|puis-je manger|kann (?:ich|er|sie|man) .*essen|posso mangiare|posso comer)\b/.test(
      flat,
    );
  const answers = best.map(({ item }) => quote(item, language));
  const isSilent = best.some(
    ({ item }) => requested.length > 0 && !requested.some((one) => heldIn(item).some((known) => known === one)),
  );
  return {
    text: [...answers.map(({ text }) => text), phraseOf(language, 'caution')].join(' '),
    topic: 'allergen',
    escalated: isJudgement || isSilent || answers.some(({ escalated }) => escalated),
  };
}

/** "Is there milk in the soup?": the milk belongs to the question, not to the name of a dish, unless a dish is called so. */
const withoutAllergens = (terms: readonly Term[]): Term[] =>
  terms.filter((term) => term.isOwn || named.every(([, pattern]) => !pattern.test(term.text)));

/** With any of its choices. */
const heldIn = ({ allergens, may_contain, choices }: FactItem) => [
  ...allergens,
  ...may_contain,
  ...choices.flatMap((one) => [...one.contains, ...one.mayContain]),
];

/** The record of one dish for somebody who chose it, with the caution. */
export const quoteAllergens = (item: FactItem, language: Language): string =>
  `${quote(item, language).text} ${phraseOf(language, 'caution')}`;

function quote(item: FactItem, language: Language): { text: string; escalated: boolean } {
  const { name, allergens, may_contain, areAllergensConfirmed, choices } = item;
  const listed = (list: readonly string[]) =>
    joined(
      list.map((one) => allergenNames[one]?.[language] ?? one),
      language,
    );
  const held = choices.flatMap((one) => [
    ...(one.contains.length > 0
      ? [phraseOf(language, 'recorded', { name: `${name} + ${one.name}`, list: listed(one.contains) })]
      : []),
    ...(one.mayContain.length > 0
      ? [`${one.name}: ${phraseOf(language, 'mayContain', { list: listed(one.mayContain) })}`]
      : []),
  ]);
  // What a choice holds that nobody has stated, nobody knows.
  const open = choices.some((one) => !one.isConfirmed) ? [phraseOf(language, 'extrasApart')] : [];
  if (allergens.length === 0 && may_contain.length === 0) {
    const isNone = areAllergensConfirmed && choices.length === 0;
    const own = areAllergensConfirmed ? 'noneItself' : 'notRecorded';
    return {
      text: [phraseOf(language, isNone ? 'noneRecorded' : own, { name }), ...held, ...open].join(' '),
      escalated: true,
    };
  }
  const parts = [
    ...(allergens.length > 0 ? [phraseOf(language, 'recorded', { name, list: listed(allergens) })] : [`${name}:`]),
    ...(may_contain.length > 0 ? [phraseOf(language, 'mayContain', { list: listed(may_contain) })] : []),
    ...held,
    ...open,
    ...(areAllergensConfirmed ? [] : [phraseOf(language, 'notConfirmed')]),
  ];
  return { text: parts.join(' '), escalated: !areAllergensConfirmed };
}

const containing = /\b(?:contain\w*|contien\w*|contiennent|enthalt\w*|contengono|contem|with|con|avec|mit|com|in)\b/;

/** "Which dishes contain milk?" can be quoted; what somebody may eat, and what is without something, is for a person. */
function withoutItem({ text, terms, language }: Question, facts: Facts): BotAnswer {
  const flat = flatten(text);
  const isList =
    /\b(?:which|what dish\w*|que platos|cuales|quels|welche|quali|quais)\b/.test(flat) &&
    terms.some((term) => isAbout('menu', term));
  const requested = named.filter(([, pattern]) => pattern.test(flat)).map(([allergen]) => allergen);
  if (
    isList &&
    requested.length > 0 &&
    containing.test(flat) &&
    !freeOf.test(flat) &&
    !/\b(?:no|not|don'?t|without|free|sin|no|sans|ne|pas|ohne|kein\w*|nicht|senza|non|sem|nao)\b/.test(flat)
  ) {
    const items = facts.items.filter((item) => heldIn(item).some((one) => requested.includes(one)));
    if (items.length > 0) {
      const list = joined(
        items.map(({ name }) => name),
        language,
      );
      return {
        text: `${phraseOf(language, 'recorded', {
          name: joined(
            requested.map((one) => allergenNames[one]![language]),
            language,
          ),
          list,
        })} ${phraseOf(language, 'caution')}`,
        topic: 'allergen',
        escalated: true,
      };
    }
  }
  return {
    text: `${phraseOf(language, 'unknown')} ${phraseOf(language, 'caution')}`,
    topic: 'allergen',
    escalated: true,
  };
}

type Tag = FactItem['dietary'][number];

function dietaryOf(text: string): Tag | null {
  if (/\bvegan\w*|\bvegan[oa]s?\b/.test(text)) return 'vegan';
  if (/\bvegetarian\w*|\bveggie\b|\bvegetarien\w*|\bvegetarisch\w*/.test(text)) return 'vegetarian';
  if (/\bhalal\b/.test(text)) return 'halal';
  if (/\bkosher\b|\bcasher\b|\bkoscher\b/.test(text)) return 'kosher';
  if (/gluten[- ]?free|sin gluten|sans gluten|glutenfrei|senza glutine|sem gluten/.test(text)) return 'gluten_free';
  if (/dairy[- ]?free|lactose[- ]?free|sin lactosa|sin lacteos|sans lait|sans lactose|laktosefrei/.test(text))
    return 'dairy_free';
  if (/nut[- ]?free|sin frutos secos|sans noix|nussfrei/.test(text)) return 'nut_free';
  return null;
}

export const dietaryIn = ({ text }: Pick<Question, 'text'>): boolean => dietaryOf(fold(text)) !== null;

const taggedText = (tag: Tag, items: readonly FactItem[], language: Language): string =>
  phraseOf(language, 'dietary', {
    tag: dietaryNames[tag]![language],
    list: joined(
      items.map(({ name }) => name),
      language,
    ),
  });

/** Vegan, vegetarian, halal and kosher, as far as they are recorded. */
export function aboutDietary(question: Question, facts: Facts): BotAnswer {
  const { language } = question;
  const tag = dietaryOf(fold(question.text))!;
  const unknown = { text: phraseOf(language, 'unknown'), topic: 'item', escalated: true } as const;
  const matches = matchItems(question.terms, facts).filter(({ coverage }) => coverage >= 0.3);
  const named = new Set(matches.flatMap((match) => [...match.terms]));
  // "Vegan lasagne" asks for a dish that is not there.
  const strangers = question.terms.filter(
    (term, at) => !named.has(at) && !isBeside(term) && !isAbout('menu', term) && dietaryOf(term.text) === null,
  );
  if (strangers.length > 0 && matches.every(({ coverage }) => coverage < 0.99)) return unknown;
  // What is free of something is no list for a bot to give.
  if (tag.endsWith('_free')) return unknown;
  const items = matches.length > 0 ? matches.map(({ item }) => item) : facts.items;
  // A vegan dish is vegetarian.
  const tagged = items.filter(
    ({ dietary }) => dietary.includes(tag) || (tag === 'vegetarian' && dietary.includes('vegan')),
  );
  if (tagged.length === 0) return unknown;
  return {
    text: `${taggedText(tag, tagged, language)} ${phraseOf(language, 'caution')}`,
    topic: 'item',
    escalated: false,
  };
}
