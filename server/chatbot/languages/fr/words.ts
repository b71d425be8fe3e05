import type { Words } from '../language.ts';
export const words: Words = {
  empty: `
    le la les l un une des du de d au aux a en pour avec sans et ou que qu qui quoi quel quelle quels quelles est sont c ce cet cette
    ces il elle ils elles y on nous vous je j me m mon ma mes ton ta tes son sa ses votre vos notre nos avez avoir ai as peux peut
    pouvez puis bonjour bonsoir merci svp plait s si ne pas plus tres quelque chose dans sur chez faites fait etes etre comment voudrais
    veux dire dites t n voudrions voulons pouvons aussi encore deja leur leurs sommes savoir`,
  asides: `
    ami amis amie amies copain copains copine copines famille mere pere femme mari compagnon enfant enfants fils fille bebe soeur frere
    parents mamie papi patron collegue collegues potes pote gars filles monde faim soif envie pense pensait penser compte compter
    entendu vu lu passe passer passerait passerions venir viens vient venons arrive arriver arrivons sortir sors aller allons rentrer
    marche voiture pres coin ville hotel aeroport gare train bus tram taxi gps google internet site travail bureau boulot maison
    question petite renseignement info coucou salut bjr bsr slt svp stp pr ds qd qq koi c'est ki dsl desole desolee merci mercii cdt
    montant prevoir faut chercher dedans vers genre anniv anniversaire fete feter concert cine cinema theatre reunion cortege`,
  subjects: {
    price: 'combien coute coutent cout prix tarif tarifs fait faudrait',
    open: 'ouvrez ouvre ouvrent ouvert ouverts ouverte ouverture fermez ferme fermes fermeture fermer horaire horaires heure heures servez',
    time: 'maintenant jusqu jusque encore moment actuellement',
    deliver: 'livrez livraison livraisons livre livrer livrent domicile postal apportez',
    minimum: 'minimale frais gratuit gratuite',
    pay: 'payer regler reglement paiement paiements acceptez acceptes carte cartes especes liquide bancaire',
    book: 'reserver reservation reservations table tables personnes convives avance annuler decommander',
    contact: 'numero appeler adresse courriel mail trouvez situes situe joindre contacter trouve ecrire',
    order: 'commande commandes',
    place: 'ou prete pret arrive statut quand',
    allergen:
      'allergene allergenes allergie allergies allergique contient contiennent coeliaque intolerant intolerante sans',
    available: 'disponible disponibles reste rupture',
    size: 'petite petit moyen moyenne grand demi',
    extra: 'ajouter supplement',
    menu: 'carte plat plats option options',
    polite: 'aujourd hui demain ce soir semaine fin jour jours',
  },
  sizes: `
    small: petit petite; medium: moyen moyenne; large: grand grande; regular: normale standard; half: demi; full: entiere; glass: verre;
    bottle: bouteille; double: double; single: simple; one: un une; two: deux; three: trois; four: quatre; six: six;
    people: personnes personne; pieces: pieces; child: enfant enfants`,
  things: `
    own: propre propres; birthday: anniversaire; event: evenement evenements fete; wine: vin vins; drink: boisson boissons boire;
    starter: entree entrees; main: principaux; dessert: dessert desserts; chicken: poulet; beef: boeuf; veal: veau; pork: porc;
    lamb: agneau; duck: canard; fish: poisson; trout: truite; cod: cabillaud; tuna: thon; salmon: saumon; prawn: crevettes;
    cheese: fromage; egg: oeuf oeufs; chips: frites; mushroom: champignons; spinach: epinards; bean: haricots; nut: noix; lemon: citron;
    water: eau; beer: biere; coffee: cafe; milk: lait; juice: jus; sausage: saucisse; cake: gateau; ice: glace; bread: pain pains;
    rice: riz; soup: soupe soupes; salad: salade salades`,
  unrecorded: `
    parking: stationnement garer; dog: chien chiens; wheelchair: accessible; terrace: terrasse dehors exterieur; highchair: rehausseur;
    corkage: bouchon; calorie: calorie calories nutrition; job: emploi embauche recrutez; smoke: fumer; music: musique`,
  holidays: {
    christmasEve: /veille de noel|reveillon de noel/,
    newYearsEve: /saint[- ]sylvestre|reveillon/,
    christmas: /noel/,
    newYear: /jour de l'an|nouvel an/,
    valentine: /saint[- ]valentin/,
    canadaDay: /fete du canada/,
    bastilleDay: /14 juillet/,
  },
  foods: {
    tree_nuts: /\b(?:noix|amandes?|noisettes?|fruits a coque)\b/,
    peanuts: /\barachides?\b/,
    milk: /\b(?:lactose|lait|laitiers?)\b/,
    eggs: /\boeufs?\b/,
    gluten: /\b(?:gluten|coeliaque|ble)\b/,
    fish: /\bpoisson\b/,
    crustaceans: /\b(?:crustaces?|crevettes?)\b/,
    molluscs: /\bmollusques?\b/,
    soy: /\bsoja\b/,
    sesame: /\bsesame\b/,
    celery: /\bceleri\b/,
    mustard: /\bmoutarde\b/,
    lupin: /\blupin\b/,
    sulphites: /\bsulfites?\b/,
  },
  diets: {
    vegan: /\bvegane?s?\b/,
    vegetarian: /\bvegetarien\w*/,
    halal: /\bhalal\b/,
    kosher: /\bcasher\b/,
    gluten_free: /sans gluten/,
    dairy_free: /sans lait|sans lactose/,
    nut_free: /sans noix/,
  },
  payments: {
    cash: /\b(?:especes|liquide)\b/,
    card: /\bcartes?\b/,
    crypto: /\bcryptomonnaies?\b/,
    cheque: /\bcheques?\b/,
    transfer: /\b(?:virement|ticket restaurant)\b/,
    giftCard: /\bcartes? cadeau\b/,
  },
  spelt: { address: 'adresse' },
  injections: [
    /^\s*\[?\s*systeme\s*\]?\s*[:>\]]/,
    /\b(?:ignore[zs]?|oublie[zs]?)\b.{0,40}\b(?:instructions?|consignes?|regles?|precedent\w*|tout)\b/,
    /\b(?:prompt|instructions?)\s+systeme\b/,
    /\btu es (?:maintenant|desormais)\b/,
    /\b(?:change[zs]?|mets|mettez|baisse[zs]?)\b.{0,25}\bprix\b/,
    /\b(?:100|99|90|50)\s*(?:%|pour cent)\s*de remise\b.*\b(?:applique\w*|confirme\w*|code)\b/,
    /\b(?:donne[zs]?|montre[zs]?)\b.{0,40}\b(?:tous|toutes|autres|clients?)\b.{0,30}\b(?:clients?|commandes|donnees)\b/,
    /\b(?:cle api|base de donnees)\b/,
  ],
  order: {
    numbers: 'un deux trois quatre cinq six sept huit neuf dix',
    between: 'une et aussi s il vous plait svp bonjour bonsoir je nous voudrais voudrions prends commander merci',
  },
  speech: {
    courtesies: 'merci bon bonne choix appetit desole',
    service: `
      panier plat plats bouton boutons ci-dessous dessous appuyez choisir choisissez choisi choix ajoute ajouter parfait bien sur volontiers conseille desole
      delicieux excellent repas plaisir question taille nom telephone adresse rue date soir`,
    questions:
      'commande commander table livraison livrer emporter reserver reservation heure personnes annuler changer',
  },
  says: {
    wish: /\b(?:je (?:veux|voudrais|prends|prendrai)|j'aimerais|on (?:veut|voudrait|prend)|nous (?:voudrions|aimerions|prenons))\b/,
    ordering: /\b(?:commander|passer commande|a emporter)\b/,
    booking: /\b(?:reserv\w*|tables?)\b/,
    tableFirst: /^(?:(?:bonjour|bonsoir)\b[ ,!.]*)?(?:(?:reservez|reserver)\b|(?:une )?table\s+pour\b)/,
    elsewhere: /\b(?:savoir|payer|annuler|changer)\b/,
    asksRule: /\bcombien\b.*\?/,
    counted: /\b(?:deux|trois|quatre|cinq)\s+\p{L}/u,
    own: /\b(?:ma|mon|mes|notre|je|j'ai)\b/,
    orderNoun: /\b(?:commandes?|repas|plats)\b/,
    placed: /\bj'ai (?:\w+ )?commande\b/,
    status: /\b(?:ou|quand|pret|prete|prets|pretes|arrive\w*|statut)\b/,
    orderNumber: /\bcommande\s*(?:numero|no|n)?\s*(?:est)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b/,
    canOrder: /\bpeux (?:je )?commander\b/,
    ownOrder: /\b(?:ma|mon|mes|notre) (?:\w+ )?(?:commande|repas|plats)\b/,
    theOrder: /\bla (?:\w+ )?commande\b/,
    ofAnother: /\bcommande (?:de|d'|du) (?!aujourd)\p{L}|\bautre\b.{0,20}\bcommande\b/u,
    changing: /\b(?:annuler|changer|modifier|deplacer)\b/,
    ownMade: /\b(?:ma|notre|la) (?:commande|reservation|table)\b/,
    table: /\b(?:reserv\w*|tables?|convives)\b/,
    cancelling: /\bannul\w*\b/,
    ahead: /\bavance\b/,
    partySize: /\b(?:combien|nombre|personnes maximum)\b/,
    howLong: /\bcombien de temps\b/,
    bookingBeside:
      /^(?:maxim\w*|groupe|restaurant|combien|temps|nombre|ligne|avant|tot|convives|annul\w*|reserv\w*|duree|persons?)$/,
    need: /\b(?:faut-il|faut il|necessaire)\b/,
    tableRequest:
      /\b(?:table|reserv\w*)\b.{0,30}\bpour\b.{0,12}\b(?:\d{1,2}|deux|trois|quatre|cinq|six|ce soir|demain)\b/,
    address: /\b(?:code postal|adresse|situe\w*)\b/,
    where: /\bou (?:etes|est|se trouve|vous trouvez)\b|\bou-?(?:etes|est)\b|\bou\b.*\b(?:trouv\w*|situ\w*)\b/,
    mailAddress: /\badresse (?:e-?mail|mail|courriel)|\be-?mail[- ]?adresse/,
    phone: /\b(?:telephone|numero|appeler|joindre)\b/,
    email: /\bcourriel\b|\bmail\b/,
    website: /\bsite web\b/,
    contact: /\bcontacter\b/,
    contactBeside: /^(?:restaurant|exact|code)$/,
    paying: /\b(?:payer|paiements?|acceptez|prenez|regler|acceptes?|cartes?|especes)\b/,
    payVerb: /\b(?:payer|acceptez|prenez|regler|acceptes?)\b/,
    payBeside: /^(?:moyens?|modes?|restaurant|ligne|prenez)$/,
    night: /\b(?:nuit|soir)\b/,
    span: /\b(?:jusqu'?a|a partir de|des) (?:quelle heure|quand)\b|\b(?:peut-on|on peut)\b.*\b(?:manger|diner|dejeuner)\b/,
    dayBeside: /^(?:restaurant|noel|reveillon|nouvel|jour|veille|chaque|tous|diner|dejeuner|midi|manger|prochain)$/,
    now: /^(?:maintenant|actuellement|moment)$/,
    isOpen: /^(?:etes[- ]vous|vous etes)\s+(?:ouverts?|fermes?)\s*\??\s*$/,
    nextOpening: /\brouvrez\b/,
    today: /\b(?:aujourd'?\s?hui|ce soir)\b/,
    dayAfterTomorrow: /\bapres-demain\b/,
    tomorrow: /\bdemain\b/,
    weekend: /\bweek-end\b/,
    everyBefore: /(?:chaque|tous les|le)$/,
    nextAfter: /^\s+prochain/,
    weeksAhead: /\bdans (?:une|deux|trois|\d+) semaines?\b/,
    undated: /paques|jour ferie/,
    firstOf: /\bpremier(?= (?:de )?[a-z]+)/g,
    dayNumber: /\ble (?=\d{1,2}\b(?!\s*(?:h|heures|[:.,]\d)))/,
    hourNumber: /\ba\s+$/,
    hour: /^(?:h|heures)$/,
    oclock: /^(?:h|heures)$/,
    afternoon: /du soir|apres-midi/,
    minimum: /^(?:minimale?)$/,
    postcode: /^postal$/,
    deliveryBeside: /^(?:zones?|domicile|temps)$/,
    placeKind: /^(?:centre|quartier|ville)$/,
    unpriced: /^(?:calor|nutri|prote)/,
    with: /^avec$/,
    otherwise: /\bsans\b/,
    wholeMenu: /^cart$/,
    faqBeside: /^(?:autorises?|acceptes?|admis|amener|apporter|personnes)$/,
    allergenAsked:
      /\b(?:allerg\w*|contien\w*|contiennent|contenir|intoleran\w*|coeliaque\w*|traces?|ingredients?|sur pour)\b/,
    allergenTold: /allerg|\bcoeliaque|\bintoleran/,
    freeOf: /\bsans (?:gluten|lactose|lait|noix|oeufs?)\b/,
    allergicPerson: /\b(?:suis|est|sommes) (?:\w+ )?(?:allergique|coeliaque|intolerant)|\bune? (?:grave )?allergie/,
    excluding: /\b(?:sans|pas|aucun\w*)\b/,
    priceAsked: /\b(?:combien|prix)\b/,
    contains: /\b(?:contient|contiennent|ingredients?|traces?)\b/,
    isThere: /\b(?:y a-t-il|y a|il y a)\b/,
    inIt: /\b(?:dans|dedans|en|de)\b/,
    judgement: /\b(?:sans danger|allerg\w*|coeliaque|intoleran\w*|puis-je manger)\b/,
    containing: /\b(?:contien\w*|contiennent|avec)\b/,
    whichDishes: /\bquels\b/,
    negation: /\b(?:sans|ne|pas)\b/,
    person: /\bparler (?:a|avec) (?:une personne|quelqu'un|un humain|un responsable)\b/,
    complaint:
      /\b(?:remboursement|rembourser|reclam\w*|plainte|degoutant|inadmissible|horrible|froid(?:e|s)?\b.{0,20}\b(?:arrive|livre))\b/,
    report: /\b(?:etait|etaient|manque|oublie)\b/,
    thanks: /^merci$/,
    hello: /^(?:bonjour|bonsoir|salut)$/,
    promise: /\b(?:libre|ouvert\w*|toujours|rien)\b/,
    denial: /\b(?:sans|pas|jamais|aucun\w*|non)\b/,
    number: /^(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille)$/,
    assent: /\b(?:oui|non|sur|volontiers|exactement|tout a fait|vrai)\b/,
    costs: /^(?:coute|est(?: a)?)$/,
    joins: /^(?:et|ou|le|la|les)$/,
  },
};
