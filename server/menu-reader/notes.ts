const notes = [
  /\ball?erg/i,
  /\b(service|compris|gratuity|cover charge|discretionary|corkage)\b.*\b(charge|added|included|compris|%)|service compris/i,
  /\b(vat|taxes?|prices?)\b.*\b(inclu|subject|exclu|may)/i,
  /\b(may|can) contain\b|\btraces? of\b|\bcross[- ]contaminat/i,
  /\b(raw|undercooked|foodborne)\b.*\b(meat|risk|illness|egg)|foodborne/i,
  /\b(please|kindly)\b.*\b(ask|tell|inform|speak|let|note|see|order|advise)\b|^ask\b|\bask (our|your|a|for)\b/i,
  /\b(mon|tues?|wed(nes)?|thu(rs)?|fri|satur|sat|sun)(day)?s?\b.*\b(\d{1,2}([:.]\d{2})?\s*(am|pm|-|–|to)|closed)/i,
  /\b\d{1,2}([:.]\d{2})?\s*(am|pm)\b|\b\d{1,2}:\d{2}\s*[-–]\s*\d{1,2}:\d{2}\b/i,
  /\b(open|opening|closed|closing)\b.*\b(hours?|daily|days?|from|until|\d)/i,
  /\b(tel|phone|call|whatsapp)\b\.?:?.*\d{3}|(?:\+\d[\d ()-]{8,}|\b0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}\b)/i,
  /@\w{3,}|\bwww\.|https?:|\w\.(com|co\.uk|org|net|fr|de)\b/i,
  /\b(free|home) delivery\b|\bdelivery\b.*\b(order|mile|min)|\bminimum (order|spend)\b/i,
  /\bavailable (on|upon) request\b|\bon request\b|\bsubject to (change|availability)\b/i,
  /\b(v|vg|ve|gf|df|n)\s*[=:–-]\s*(vege|vega|glut|dair|contains|nut)/i,
  /\bfollow us\b|\bfind us\b|\bbook (a|your) table\b|\bto book\b|\bwi-?fi\b|\bterms and conditions\b/i,
  /\b(coperto|servizio|cubierto|couvert|gedeck|cover)\b.*\b(per|pro|par|por|a) (pers|head|guest|p\b)|\bcover charge\b|\bcorkage\b|^(coperto|couvert|cubierto|servizio)\b/i,
  /\b(inkl|incl|zzgl|ohne|exkl)\b\.?.*\b(mwst|ust|tva|iva|btw|vat|steuer|service|tax)|\b(mwst|prix nets?|iva (incluido|inclusa)|taxes? comprises?)\b/i,
  /\b(preise|prix|precios|prezzi|prices) (in|en) (chf|eur|euros?|gbp|£|€)/i,
  /\b(bitte|bei fragen|demandez|pregunte|chieda|consulte)\b.*\b(personal|team|serveur|camarero|cameriere|allerg|aller[xg])/i,
  /\b(ge[oö]ffnet|geschlossen|[oö]ffnungszeiten|ouvert|ferm[eé]|horaires?|abierto|cerrado|horario|aperto|chiuso|ruhetag)\b/i,
  /\b(reservierung|r[eé]servations?|reservas|prenotazioni|bookings?)\b.*\d{3}/i,
  // An address: a house number with a street, a postcode of Britain, a postcode with a town.
  /^\d{1,4}[a-z]?,? [\p{L}'. ]+\b(street|st|road|rd|lane|avenue|ave|square|quay|place|terrace|parade|drive|way|high street|boulevard|blvd)\b/iu,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  /\b\p{L}+(str\.|stra(ß|ss)e|platz|gasse|weg) \d+|\b(rue|calle|via|piazza|plaza|avenida) [\p{L}. ]+,? \d+/iu,
  /^\s*(page \d+|menu|our menu|thank you.*|bon app[eé]tit.*)\s*$/i,
];

/** Whether a line of a menu is no dish: allergens, service, opening hours, telephone numbers. */
export function isNote(text: string): boolean {
  return notes.some((note) => note.test(text));
}

const headings =
  /^(our |the |from the |to |les? |la |los |las |el |i |gli |die |der |unsere |nos |hot |cold |soft |house |fresh |all day |kids'? |children'?s |classic |signature |chef'?s |small |large |light |main |side |extra )*(starters?|appeti[sz]ers?|begin|mains?|main courses?|entr[ée]es?|plats?|desserts?|sweets?|puddings?|sides?|side orders?|side dishes|drinks?|beverages?|beers?|wines?|spirits?|cocktails?|mocktails?|coffees?|teas?|salads?|soups?|pizzas?|pastas?|burgers?|sandwich(es)?|wraps?|grills?|seafood|fish|meat|poultry|chicken|curries|rice|breads?|breakfast|brunch|lunch|dinner|specials?|small plates|sharing|platters?|nibbles|snacks?|bites|tapas|noodles|sushi|steaks?|vegetarian|vegan|kids|children|extras?|sauces?|dips|toppings?|smoothies|juices?|milkshakes|ice creams?|cakes|pastries|biryanis?|tandoori|dishes|orders|courses|menu|white|red|ros[ée]|sparkling|vorspeisen?|suppen?|salate?|hauptgerichte|hauptspeisen|beilagen|nachspeisen|desserts?|getr[aä]nke|weine?|fleischgerichte|fischgerichte|kinderkarte|antipasti|primi|secondi|contorni|dolci|bevande|pizze|entrantes|entrantes|postres|bebidas|carnes|pescados|ensaladas|boissons|potages?|viandes?|poissons?|fromages?|garnitures?|mezedes|draught|bottled|on tap|nachos|tacos|burritos|quesadillas|dim sum|ramen|bowls|grill|kebabs|swallow|proteins?|small chops|shakes|fries|bar snacks|by the glass)( (dishes|menu|selection|specialities|and .*|& .*))?$/i;

/** Whether the line is a word that menus use as a heading. */
export function isUsualHeading(text: string): boolean {
  return headings.test(
    text
      .replace(/[^\p{L}' &]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}
