import type { Words } from '../language.ts';
export const words: Words = {
  empty: `
    der die das den dem des ein eine einen einem einer und oder mit ohne fur von zu zum zur im in am an auf bei ist sind war haben hat
    habe habt gibt es sie ihr ihre ihren euer eure ich mein meine mir mich wir uns kann konnen konnt mochte bitte danke hallo guten tag
    was wie wo wer welche welcher nicht kein keine auch noch so man mal euch vom beim unter davon dabei darf durfen durft leute
    eigentlich gerade eben jemand ihnen mochten hatte hatten gern gerne unser unsere unseren seid werden wird mussen muss diese dieser
    dieses ab hoch lautet lauten heisst euren eurem welches welchen wollen mache macht machen da dort hier etwas schon denn doch
    bitteschon wissen gewusst`,
  asides: `
    freund freunde freundin freundinnen familie mama mutter papa vater frau mann kind kinder kindern sohn tochter baby schwester bruder
    eltern oma opa chef kollege kollegen kollegin mitbewohner truppe jungs madels hunger durst lust bock plane planen planung uberlegen
    uberlege denke dachte gehort gesehen gelesen unterwegs vorbei vorbeikommen kommen komme kommst gehen gehe fahren fahre laufen
    schauen reinschauen nahe ecke stadt hotel flughafen bahnhof zug bus bahn taxi google internet netz seite arbeit buro feierabend
    schicht wohnung kurze kurz frage fragen sorry moin servus tach hallochen grusse gruss liebe lg mfg vg danke dankeschon bitte ok okay
    heut grad gerad gradmal halt eh ne nich net nix gehts habts seids obs mal ma ebend ham hab wars ists unsern meinem meinen neben
    womit liegt vorbeizukommen lohnt sichs lebt leben anbieten konnt kriegt kriegen bekommt bekommen hochstens euro dauerts dicht gibts
    bereit fleisch geburtstag hochzeitstag feiern feiert konzert kino theater termin dazwischengekommen dazwischenkommt verlangt
    verlangen`,
  subjects: {
    price:
      'kostet kosten koste preis preise wieviel viel teuer aufpreis zusammen insgesamt verlangt verlangen berechnet berechnen zahlt',
    open: 'geoffnet offen offnet offnungszeiten offnen schliesst schliessen geschlossen ruhetag ruhetage zu uhr dicht',
    time: 'jetzt gerade bis',
    deliver:
      'liefern liefert geliefert lieferung liefergebuhr lieferkosten lieferst lieferzeit lieferdauer liefergebiet lieferdienst lieferservice postleitzahl bringt bringen',
    minimum: 'mindestbestellwert mindest mindestens gebuhr kostenlos',
    pay: 'womit zahlen zahlung bezahlen nehmt akzeptiert karte kreditkarte bar bares barzahlung bargeld kartenzahlung',
    book: 'reservieren reservierung reservierungen tisch personen stornieren absagen absage gaste voraus',
    contact:
      'mailadresse telefon nummer telefonnummer rufnummer anrufen adresse anschrift strasse hausnummer schreiben erreichen erreiche erreicht finde finden telefonieren',
    order: 'bestellung',
    place: 'wo fertig wann kommt',
    allergen: 'allergene allergie allergisch enthalt enthalten',
    available: 'verfugbar ausverkauft',
    size: 'klein kleine gross grosse mittel',
    extra: 'zusatzlich dazu',
    menu: 'gericht gerichte speisekarte sachen optionen',
    polite: 'heute morgen tag',
  },
  sizes: `
    small: klein kleine kleiner kleines kleinen; medium: mittel; large: gross grosse grosser grosses grossen; regular: normal;
    half: halb halbe; full: ganze; glass: glas; bottle: flasche; double: doppelt; single: einfach; one: ein eine eins; two: zwei;
    three: drei; four: vier; six: sechs; people: personen person; pieces: stuck; child: kinder`,
  things: `
    own: eigen eigene eigenen eigener eigenes; birthday: geburtstag; event: veranstaltung veranstaltungen feier party; wine: wein;
    drink: trinken getrank getranke; starter: vorspeise vorspeisen; main: hauptgericht hauptgerichte hauptspeise hauptspeisen;
    dessert: nachtisch nachspeise nachspeisen dessert desserts; chicken: huhn hahnchen; beef: rind rindfleisch; veal: kalb;
    pork: schwein schweinefleisch; lamb: lamm lammfleisch; duck: ente; fish: fisch; trout: forelle; cod: kabeljau; tuna: thunfisch;
    salmon: lachs; prawn: garnelen; cheese: kase; egg: eier; potato: kartoffel kartoffeln; chips: pommes; mushroom: pilze;
    spinach: spinat; bean: bohnen; nut: nusse; apple: apfel; lemon: zitrone; water: wasser; beer: bier; coffee: kaffee; tea: tee;
    milk: milch; juice: saft; sausage: wurst; cake: kuchen; ice: eis; bread: brot brote; rice: reis; soup: suppe suppen;
    salad: salat salate`,
  unrecorded: `
    parking: parken parkplatz parkplatze parkhaus; dog: hund hunde; wheelchair: rollstuhl barrierefrei; wifi: wlan internet;
    terrace: terrasse draussen; highchair: hochstuhl hochstuhle kinderhochstuhl kinderhochstuhle kinderstuhl kinderstuhle;
    corkage: korkgeld; playground: spielecke spielplatz; voucher: gutschein gutscheine;
    calorie: kalorien kalorie kcal nahrwerte eiweiss; job: job jobs kellner bewerbung bewerben; smoke: rauchen; music: musik`,
  holidays: {
    christmasEve: /heilig ?abend|heilige[rnm] abend/,
    newYearsEve: /silvester/,
    secondChristmasDay: /zweite\w* weihnachts(?:feier)?tag/,
    christmas: /weihnacht|weinacht/,
    newYear: /neujahr/,
    valentine: /valentinstag/,
  },
  foods: {
    tree_nuts: /\b(?:nusse|nuss|mandeln)\b/,
    peanuts: /\berdnuss\w*/,
    milk: /\b(?:milch|laktose|butter)\b/,
    eggs: /\bei(?:er)?\b/,
    gluten: /\b(?:gluten|weizen|zoliakie)\b/,
    fish: /\bfisch\b/,
    crustaceans: /\bkrebstiere\b/,
    molluscs: /\bweichtiere\b/,
    soy: /\bsoja\b/,
    sesame: /\bsesam\b/,
    celery: /\bsellerie\b/,
    mustard: /\bsenf\b/,
    lupin: /\blupinen?\b/,
    sulphites: /\bsulfite?\b/,
  },
  diets: {
    vegan: /\bvegan\w*/,
    vegetarian: /\bvegetarisch\w*/,
    halal: /\bhalal\b/,
    kosher: /\bkoscher\b/,
    gluten_free: /glutenfrei/,
    dairy_free: /laktosefrei/,
    nut_free: /nussfrei/,
  },
  payments: {
    cash: /\b(?:bargeld|bar|bares|barzahlung)\b/,
    card: /\b(?:kredit\w*|kartenzahlung|karten?)\b/,
    transfer: /\buberweisung\b/,
  },
  spelt: { address: 'adresse' },
  injections: [
    /\b(?:ignorier\w*|vergiss|vergessen)\b.{0,40}\b(?:anweisung\w*|regeln|vorherig\w*|alles)\b/,
    /\bdu bist (?:jetzt|nun|ab jetzt)\b/,
    /\b(?:setze|setz|andere)\b.{0,25}\bpreise?\b/,
    /\b(?:zeig\w*|gib)\b.{0,40}\b(?:alle|autres|kunden)\b.{0,30}\b(?:kunden|daten|datenbank)\b/,
    /\bdatenbank\b/,
  ],
  order: {
    numbers: 'eins zwei drei vier funf sechs sieben acht neun zehn',
    between:
      'ein eine einen einmal und auch bitte hallo guten tag abend ich wir mochte mochten hatte hatten gern gerne nehme bestellen danke',
  },
  speech: {
    courtesies: 'danke schon gute wahl guten appetit leider',
    service: `
      warenkorb gericht gerichte karte knopf knopfe unten drucke drucken wahle wahlen gewahlt auswahl hinzugefugt gerne perfekt prima freut empfehle leider frage
      lecker kostlich wunderbar ausgezeichnet essen grosse groesse notiz name telefonnummer adresse strasse datum abend`,
    questions:
      'bestellung bestellen tisch lieferung geliefert abholen abholung reservieren reservierung uhrzeit personen stornieren andern',
  },
  says: {
    wish: /\b(?:ich (?:mochte|hatte|will|nehme|bestelle|wurde)|wir (?:mochten|hatten|wollen|nehmen|wurden))\b/,
    ordering: /\bbestellen\b/,
    booking: /\b(?:tisch|reservier\w*)\b/,
    tableFirst: /^(?:(?:hallo|guten tag)\b[ ,!.]*)?(?:bitte\b[ ,]*)?(?:reserviere\w*\b|(?:einen )?tisch\s+fur\b)/,
    elsewhere: /\b(?:wissen|zahlen|bezahlen|stornieren|andern)\b/,
    asksRule: /\bwie (?:viele?|lange?|weit|fruh|kurzfristig)\b.*\?/,
    counted: /\b(?:zwei|drei|vier|funf)\s+\p{L}/u,
    own: /\b(?:mein|meine|meiner|ich)\b/,
    orderNoun: /\b(?:bestellung|essen|abholung)\b/,
    placed: /\bich (?:\w+ )?bestellt\b/,
    status: /\b(?:wo|wann|stand|steht|bereit|dauerts?|fertig|unterwegs|kommt|wie (?:weit|steht|lange))\b/,
    orderNumber: /\bbestellung\s*(?:nummer|nr|n)?\s*(?:ist)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b/,
    canOrder: /\bkann (?:ich )?bestellen\b/,
    ownOrder: /\bmein\w* (?:\w+ )?(?:bestellung|essen|abholung)\b/,
    theOrder: /\b(?:die|das) (?:\w+ )?(?:bestellung|essen)\b/,
    ofAnother: /\bbestellung von \p{L}|\b(?:seine|ihre)\b.{0,20}\bbestellung\b/u,
    changing: /\b(?:stornier(?:e|en)|andern|absagen|verschieben)\b/,
    ownMade: /\b(?:meine?n?|unsere?n?|die|den) (?:bestellung|reservierung|buchung|tisch)\b/,
    table: /\b(?:reserv\w*|tisch)\b/,
    cancelling: /\b(?:stornier\w*|absag\w*)\b/,
    ahead: /\bvoraus\b/,
    partySize: /\b(?:maximal|wie viele|gruppe)\b/,
    howLong: /\bwie lange\b/,
    bookingBeside:
      /^(?:gruppen?|maxim\w*|restaurant|lange|fruh|vorher|viele|gaste|stornier\w*|reserv\w*|dauer|kann|konnen|voraus)$/,
    need: /\b(?:muss|notig)\b/,
    tableRequest: /\b(?:tisch|reserv\w*)\b.{0,30}\bfur\b.{0,12}\b(?:\d{1,2}|zwei|drei|vier|heute|morgen)\b/,
    address: /\b(?:postleitzahl|adresse|strasse|anschrift|hausnummer)\b/,
    where: /\bwo (?:seid|sind|ist|finde)\b|\bwo\b.*\b(?:seid|liegt|findet|finden)\b/,
    mailAddress: /\be-?mail[- ]?adresse/,
    phone: /\b(?:telefon\w*|nummer|rufnummer|anrufen)\b/,
    email: /\bmail(?:adresse)?\b/,
    website: /\bwebseite\b/,
    contact: /\bkontakt\b/,
    contactBeside: /^(?:restaurant|postal)$/,
    paying: /\b(?:zahl\w*|bezahl\w*|nehmt|nehmen|akzeptier\w*|karte|bares|bargeld|kartenzahlung)\b/,
    payVerb: /\b(?:zahl\w*|bezahl\w*|nehmt|nehmen|akzeptier\w*)\b/,
    payBeside: /^(?:restaurant|nehmen|online)$/,
    night: /\b\w*(?:nacht|abend)\b/,
    span: /\b(?:bis|ab|von) wann\b|\bwie lang\w*\b.*\b(?:da|auf|gehts|geht|noch|bleib\w*)\b|\b(?:kann man|konnen wir)\b.*\b(?:essen|vorbeikommen|rein)\b/,
    dayBeside:
      /^(?:restaurant|weihnachten|weihnachts(?:feier)?tag|erste[rn]?|zweite[rn]?|heiligabend|neujahr|silvester|nachste[nrs]?|kommende[nrs]?|rein|essen|mittags?|mittagessen|abendessen|abends?|uhr|tag)$/,
    now: /^(?:jetzt|gerade)$/,
    isOpen: /^(?:habt ihr|haben sie)\s+(?:offen|geoffnet)\s*\??\s*$/,
    nextOpening: /\bwieder\b/,
    today: /\b(?:heute?)\b/,
    dayAfterTomorrow: /\bubermorgen\b/,
    tomorrow: /^(?!.*guten morgen).*\bmorgen\b/s,
    weekend: /\bwochenende\b/,
    everyBefore: /jeden$/,
    nextBefore: /n(?:ae|a)chsten$/,
    weeksAhead: /\b(?:in (?:einer|zwei|drei|\d+) wochen?|ubernachste\w*)\b/,
    undated: /ostern|feiertag/,
    firstOf: /\berste[nr]?(?= [a-z]+)/g,
    dayNumber: /\bam (?=\d{1,2}\.)/,
    hourNumber: /\bum\s+$/,
    hour: /^(?:h|uhr)$/,
    oclock: /^uhr$/,
    afternoon: /\babends?\b|nachmittags?/,
    minimum: /^mindestbestellwert$/,
    postcode: /^postleitzahl$/,
    deliveryBeside: /^(?:lange|dauert)$/,
    placeKind: /^(?:bezirk|viertel|stadt)$/,
    unpriced: /^(?:kalor|kcal|nahrwert|prote|eiweiss|gram|minut)/,
    with: /^mit$/,
    otherwise: /\bohne\b/,
    wholeMenu: /^speisekart$/,
    faqBeside: /^(?:erlaubt|mitbringen|willkommen|leute|personen)$/,
    allergenAsked: /\b(?:allerg\w*|enthalt\w*|zoliakie|spuren|zutaten)\b/,
    allergenTold: /allerg|\bzoliak/,
    freeOf: /\bohne (?:gluten|milch|laktose)\b|\b(?:gluten|laktose|milch|nuss)frei\w*\b/,
    allergicPerson:
      /\b(?:bin|ist|sind) (?:\w+ )?(?:allergisch|zoliakie)|\w*allergi(?:ker|kerin)\b|\b(?:habe|hat|haben) (?:\w+ ){0,3}(?:\w*allergie|zoliakie)/,
    excluding: /\b(?:ohne|kein\w*|nicht|\w+frei\w*)\b/,
    priceAsked: /\bkostet\b/,
    contains: /\b(?:enthalt|zutaten)\b/,
    isThere: /\b(?:steckt|gibt es|ist|sind|hat|haben)\b/,
    inIt: /\b(?:in|im|hat|haben|drin)\b/,
    judgement: /\b(?:sicher|geeignet|vertrag\w*|allerg\w*|kann (?:ich|er|sie|man) .*essen)\b/,
    containing: /\b(?:enthalt\w*|mit)\b/,
    whichDishes: /\bwelche\b/,
    negation: /\b(?:ohne|kein\w*|nicht)\b/,
    person: /\bmit (?:einem menschen|jemandem|einer person) (?:sprechen|reden)\b/,
    complaint: /\b(?:beschwer\w*|reklam\w*|ruckerstatt\w*|geld zuruck|ekelhaft|unverschamt|kalt angekommen)\b/,
    report: /\b(?:war|waren|hatten|fehlt|falsch|vergessen)\b/,
    thanks: /^danke$/,
    hello: /^(?:hallo|moin|servus)$/,
    promise: /\b(?:frei|halb\w*|offen|immer|nichts|null)\b/,
    denial: /\b(?:kein\w*|nicht|ohne|nie)\b/,
    number: /^(?:zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|\w+zig|hundert|tausend)$/,
    assent: /\b(?:ja|jawohl|klar|sicher|gerne?|genau|stimmt|richtig|naturlich|nein)\b/,
    costs: /^(?:kostet|fur)$/,
    joins: /^(?:und|oder|der|die|das)$/,
  },
};
