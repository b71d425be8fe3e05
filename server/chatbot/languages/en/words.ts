/** Words and patterns are of folded text: lower case, without accents. */
export const words = {
  /** Words that carry no subject. */
  empty: `
    the a an is are am was were be been do does did doing you your yours u ur i me my mine we us our it its this that these those there
    here what whats which when where why how who whom much many can could would should will shall may might must of for on to in at by
    from with without and or but if so as than then about please pls plz thanks thank hi hello hey good morning afternoon evening tell
    know want like need get give got have has had any some anywhere somewhere something anything else also just really very too not no
    yes ok okay right s t re ve ll m d let lets say says said go going come one ones per each up out over into off all both again still
    ever possible available offer sell serve wonder wondering ask asking guys dear sir madam team question check sure them they their he
    she his her someone person people rn comes wat wats wut wht hw hwo wen wich mutch muc gimme gonna wanna im ive dont doesnt cant isnt
    arent youre id buy order ordering eat take taking make thing stuff kind way x`,
  /** What people say beside a question: who comes, why, from where, how they feel; and the short forms of messages. */
  asides: `
    friend friends family mum mom mother dad father wife husband girlfriend boyfriend partner kid kids son daughter baby toddler sister
    brother parents grandma grandpa boss colleague colleagues mate mates lads girls boys guys folks team office work group crowd buddy
    bro cousin hungry starving thirsty tired craving fancy fancied love hate hope hoping plan planning thinking decide deciding trying
    heard seen read walk walking drive driving way nearby around corner town hotel airport station train bus tram taxi cab gps google
    maps instagram website online app outside home leave leaving left arrive arriving land landing head heading stop stopping pop
    popping swing pass passing meet meeting visit visiting quick question quickly asap real actually exactly roughly sorry cheers ta btw
    tbh lol haha omg pls plz plss thx ty hiya heya hey yo yeah yep yup nope nah ok okay kk cos coz cuz bc tmrw tmr tonite 2nite 2day
    wknd gotta lemme kinda sorta damage settle set sort sorts whereabouts late early first last birthday anniversary present gift
    celebrate celebrating xmas holiday holidays trip weekend game match concert theatre movie shift flatmate flat date doctor`,
  /** Words that belong to a subject. */
  subjects: {
    price:
      'much price prices priced pricing cost costs charge charges charged fee pay expensive cheap total altogether together damage',
    open: 'open opens opened opening close closes closed closing hours hour schedule shut serving',
    time: 'time times now currently moment late early long until till tonight am pm',
    deliver: 'deliver delivers delivery deliveries delivered delivering shipping ship drop postcode zip postal',
    minimum: 'minimum min least smallest free',
    pay: 'pay paying settle payment payments accept accepts card cards cash credit debit contactless visa mastercard amex cheque',
    book: 'book booking bookings reserve reservation reservations table tables guests party advance ahead cancel',
    contact:
      'whereabouts phone telephone number call ring email mail address located location find directions website contact street',
    order: 'order orders status track tracking',
    place: 'where ready status stand track tracking coming arrive arriving late update eta progress',
    allergen:
      'allergen allergens allergy allergic allergies contain contains containing safe celiac coeliac intolerant intolerance free trace traces ingredients ingredient',
    available: 'available availability sold out left stock',
    size: 'small medium large regular half full big size',
    extra: 'extra add adding added topping toppings additional side',
    menu: 'menu dish dishes food list item items option options',
    polite: 'today tonight tomorrow week weekend day days date',
  },
  /** Sizes and counts, which menus and guests write each in their own language. */
  sizes: `
    small: small; medium: medium; large: large big; regular: regular normal standard; half: half; full: full whole; glass: glass;
    bottle: bottle; double: double; single: single; one: one 1; two: two 2; three: three 3; four: four 4; six: six 6;
    people: people person persons; pieces: pieces piece pcs; child: child children kids`,
  /** What menus call their dishes and parts, and guests their occasions. */
  things: `
    own: own; birthday: birthday; event: event party; wine: wine; drink: drink drinks; starter: starter starters; main: main mains;
    dessert: dessert desserts; chicken: chicken; beef: beef; veal: veal; pork: pork; lamb: lamb; duck: duck; fish: fish; trout: trout;
    cod: cod; tuna: tuna; salmon: salmon; prawn: prawn prawns shrimp; cheese: cheese; egg: egg eggs; potato: potato potatoes;
    chips: chips fries; mushroom: mushroom mushrooms; spinach: spinach; bean: bean beans; nut: nut nuts; apple: apple; lemon: lemon;
    water: water; beer: beer; coffee: coffee; tea: tea; milk: milk; juice: juice; sausage: sausage; cake: cake; ice: ice;
    bread: bread breads; rice: rice; soup: soup soups; salad: salad salads`,
  /** What guests ask about and no record has a place for. */
  unrecorded: `
    parking: parking park; dog: dog; wheelchair: wheelchair accessible; wifi: wifi internet; terrace: terrace outdoor outdoors outside;
    highchair: highchair highchairs; corkage: corkage; playground: playground; voucher: voucher vouchers;
    calorie: calorie calories kcal nutrition protein; job: job jobs vacancy hiring recruiting; smoke: smoke smoking; music: music`,
  /** Names of weekdays from Sunday, and of months, beside the calendar's own. */
  calendar: {
    weekdays: ['sun', 'mon', 'tue tues', 'wed', 'thu thur thurs', 'fri', 'sat'],
    months: ['jan', 'feb', 'mar', 'apr', '', 'jun', 'jul', 'aug', 'sep sept', 'oct', 'nov', 'dec'],
  },
  holidays: {
    christmasEve: /christmas eve/,
    newYearsEve: /new year'?s? eve/,
    secondChristmasDay: /boxing day|st stephen'?s day/,
    christmas: /christmas|xmas/,
    newYear: /new year/,
    valentine: /valentine/,
    halloween: /halloween/,
    canadaDay: /canada day/,
    bastilleDay: /bastille/,
    independenceDay: /independence day|fourth of july/,
  },
  /** Foods that people name when they ask about an allergen. */
  foods: {
    tree_nuts: /\b(?:nuts?|walnuts?|almonds?|hazelnuts?|cashews?|pistachios?|pecans?)\b/,
    peanuts: /\b(?:peanuts?|nuts?)\b/,
    milk: /\b(?:milk|dairy|lactose|butter|cheese)\b/,
    eggs: /\beggs?\b/,
    gluten: /\b(?:gluten|wheat|celiac|coeliac|flour)\b/,
    fish: /\bfish\b/,
    crustaceans: /\b(?:crustaceans?|shellfish|prawns?|shrimps?|crab|lobster)\b/,
    molluscs: /\b(?:molluscs?|mollusks?|shellfish|squid|oysters?|mussels?)\b/,
    soy: /\bsoya?\b/,
    sesame: /\bsesame\b/,
    celery: /\bcelery\b/,
    mustard: /\bmustard\b/,
    lupin: /\blupin\b/,
    sulphites: /\bsul(?:ph|f)ites?\b/,
  },
  diets: {
    vegan: /\bvegan\w*/,
    vegetarian: /\bvegetarian\w*|\bveggie\b/,
    halal: /\bhalal\b/,
    kosher: /\bkosher\b/,
    gluten_free: /gluten[- ]?free/,
    dairy_free: /(?:dairy|lactose)[- ]?free/,
    nut_free: /nut[- ]?free/,
  },
  payments: {
    cash: /\bcash\b/,
    card: /\b(?:cards?|credit|debit)\b/,
    crypto: /\bcrypto(?:currency)?\b/,
    cheque: /\b(?:cheques?|checks)\b/,
    transfer: /\b(?:bank transfer|vouchers?|luncheon)\b/,
    giftCard: /\bgift cards?\b/,
  },
  /** Misspelt, these are still known. */
  spelt: { address: 'address location', phone: 'phone telephone', email: 'email', website: 'website' },
  /** Attempts to give the bot other instructions, or to get at what is not the customer's. */
  injections: [
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|instructions|rules|prompt|prompts|previous|above|guidelines|training|everything)\b/,
    /\b(?:system|developer|hidden|initial|internal)[ -](?:prompt|message|instructions?|mode)\b/,
    /\byou are (?:now|no longer)\b|\bfrom now on\b/,
    /\b(?:act|behave|respond|pretend|roleplay|role-play)\b.{0,20}\b(?:as|to be|like|you)\b.{0,30}\b(?:admin|owner|manager|developer|ai|bot|model|dan|unrestricted|different|chef)\b/,
    /\b(?:jailbreak|dan mode|sudo|do anything now)\b|\bdan\b.*\bmode\b/,
    /\b(?:set|change|update|make|reduce|lower)\b.{0,20}\b(?:all|every|the|your)\b.{0,15}\bprices?\b/,
    /\b(?:100|hundred|99|90|50)\s*(?:%|percent)\s*(?:off|discount)\b.*\b(?:apply|confirm|give|code|now)\b/,
    /\b(?:list|show|give|tell|send|dump|export|reveal|print)\b.{0,40}\b(?:all|every|other|customers?'?s?|clients?)\b.{0,30}\b(?:customers?|clients?|orders|phone numbers|emails|addresses|data|passwords?|database)\b/,
    /\b(?:api[ _-]?key|password|passwd|secret key|access token|credentials|database|sql|drop table|select \*)\b/,
    /\brepeat\b.{0,30}\b(?:after me|above|everything|prompt|instructions)\b/,
    /\b(?:confirm|approve|mark)\b.{0,30}\b(?:free order|refund|order as paid|my refund|discount)\b|\brefund me\b.*\bnow\b.*\b(?:order|system)\b/,
    /\b(?:say|reply|answer|respond|state|repeat)\b.{0,25}\b(?:that|only with|exactly|with)\b.{0,60}\b(?:free|safe|costs?|open|0|zero|yes)\b/,
  ],
  /** Of an order that is certain: one to ten, and the words that may stand between dishes; nothing else may. */
  order: {
    numbers: 'one two three four five six seven eight nine ten',
    between: 'a an and also plus please hi hello hey i we would d like want to order have get thanks thank you',
  },
  /** Of what a model may say: words that state nothing, how one speaks to a guest, and what only a question may have. */
  speech: {
    courtesies: 'great choice good pick lovely perfect thank thanks you sorry please enjoy your meal dish a the what',
    service: `
      basket cart dish dishes menu button buttons below press choose chosen choice choices add added pick picked sure great perfect lovely nice glad happy
      delicious tasty wonderful excellent fantastic absolutely meal food pleasure moment enjoy recommend sorry question questions else anything size sizes
      note name phone telephone address postcode street date day dinner lunch evening`,
    questions:
      'order table delivery deliver delivered pickup collect collection book booking time people guests cancel change',
  },
  /** What a text says. */
  says: {
    /** A wish to order or to book. */
    wish: /\b(?:(?:i|we)(?:'d| would)? (?:like|love|want|wanna|need|fancy|take|order|get)|(?:i|we)(?:'ll| will) (?:have|take|get|order)|(?:can|could|may) (?:i|we)(?: please)? (?:have|get|order|place|book|reserve|take)|give me|send me|bring me|let'?s (?:have|get|order))\b/,
    ordering:
      /\b(?:(?:to|please|place an|make an|new|an|i|can|could|may|you|we) order(?! (?:number|status))|to go|takeaway|takeout)\b/,
    booking: /\b(?:book|booking|reserve|reservation|tables?)\b/,
    /** "Table for four": nothing else is meant by it. */
    tableFirst: /^(?:(?:hi|hello|hey)\b[ ,!.]*)?(?:please\b[ ,]*)?(?:(?:book|reserve)\b|(?:a )?table\s+for\b)/,
    /** A wish for something else: to know, to pay. */
    elsewhere: /\b(?:know|ask|pay|cancel|change|complain|complaint|speak|talk|refund)\b/,
    /** "How far ahead can I book?" asks for a rule. */
    asksRule: /\bhow (?:many|far|long|late|early|soon|much)\b.*\?/,
    /** A number word and what it counts. */
    counted: /\b(?:one|two|three|four|five|six)\s+\p{L}/u,
    own: /\b(?:my|mine|our|i)\b/,
    orderNoun: /\b(?:orders?|food|delivery|pickup|collection|takeaway)\b/,
    /** "What I ordered", with the person in the verb. */
    placed: /\bi (?:\w+ )?ordered\b/,
    status:
      /\b(?:where|status|track|tracking|ready|when|how long|late|arriv\w*|coming|left|gone|happening|dispatched|started|waiting|update|eta)\b/,
    orderNumber: /\border\s*(?:number|no|nr)?\s*(?:is)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b/,
    /** "When can I order?" is about ordering, not about an order. */
    canOrder: /\b(?:can|could|may) (?:i )?(?:still )?(?:order|place)\b/,
    ownOrder: /\b(?:my|our) (?:\w+ )?(?:order|food|delivery|pickup|collection|takeaway)\b/,
    theOrder: /\bthe (?:\w+ )?(?:order|food|delivery|pickup|collection|takeaway)\b/,
    /** "Luc Roy's order": another person's, whoever that is. */
    ofAnother:
      /\b[\p{L}]+'s (?:order|food|delivery)\b|\border (?:of|for) (?!today|tonight)[\p{L}]|\b(?:his|her|their|another|other|someone|somebody|neighbou?r)\b.{0,20}\border\b/u,
    /** To change or to cancel, and what was made, as theirs. */
    changing: /\b(?:cancel(?:l?ing|l?ed)?|chang(?:e|ing)|reschedule|amend)\b/,
    ownMade: /\b(?:my|our|the) (?:order|booking|reservation|table)\b/,
    table: /\b(?:book|bookings?|reserv\w*|tables?|party|guests)\b/,
    cancelling: /\bcancel\w*\b/,
    ahead: /\b(?:ahead|advance|early|notice|last minute)\b/,
    partySize: /\b(?:biggest|largest|maximum|max|how many|up to|people|group|party size|guests)\b/,
    howLong: /\b(?:how long|duration|keep the table|have the table)\b/,
    /** Words of these questions. */
    bookingBeside:
      /^(?:biggest|largest|maxim\w*|max|groups?|size|far|early|notice|last|before|beforehand|online|web|website|restaurant|cancel\w*|reserv\w*|book\w*|keep|duration|minimum|least|hold|allowed|single|charge|persons?|seats?|sit|we|advance|last-minute)$/,
    /** Whether one has to book, the rules do not say. */
    need: /\b(?:need|must|have to|necessary|required)\b/,
    /** "A table for four on Friday": somebody has to answer it. */
    tableRequest:
      /\b(?:table|book|booking|reserv\w*)\b.{0,30}\bfor\b.{0,12}\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|tonight|tomorrow|today)\b/,
    address: /\b(?:address|postcode|zip code|located|location|directions)\b/,
    where:
      /\b(?:where (?:are you|is (?:the |your )?(?:restaurant|place))|find you|whereabouts)\b|\bwhere\b.*\blocated\b/,
    mailAddress: /\be-?mail[- ]?address/,
    phone: /\b(?:phone|telephone|call you|ring you|your number)\b/,
    email: /\be-?mails?\b|\bmail\b/,
    website: /\b(?:website|web site|homepage)\b/,
    contact: /\bcontact\b/,
    contactBeside: /^(?:restaurant|place|exactly|exact|reach|get|full|postal|postcode|code|zip|e|main|business)$/,
    paying: /\b(?:pay|paying|payments?|accept|take|settle|cash|cards?|contactless)\b/,
    payVerb: /\b(?:pay|paying|accept\w*|take|settle|use)\b/,
    payBeside: /^(?:ways?|methods?|door|collection|online|person|restaurant|phone|mobile|there|take|pay|apple|google)$/,
    night: /\bnights?\b/,
    /** "Until when can one eat there?" names no opening. */
    span: /\b(?:until|till?) (?:when|what time)\b|\bhow late\b|\bcan (?:we|one|you)\b.*\b(?:eat|dine|come by)\b/,
    dayBeside:
      /^(?:restaurant|place|doors?|usually|normally|christmas|xmas|eve|years?|new|boxing|holidays?|week|every|each|next|this|coming|lunch|dinners?|evening|afternoon|morning|noon|midnight|night|clock|o|end|open|valentines?)$/,
    now: /^(?:now|rn|currently|moment|still)$/,
    isOpen: /^(?:are you|r u|is it|are u)\s+(?:guys\s+)?(?:open|opened|closed)\s*\??\s*$/,
    nextOpening: /\b(?:open next|next open\w*|reopen|open again)\b/,
    today: /\b(?:today|2day|tonight|2nite|this evening|this afternoon)\b/,
    dayAfterTomorrow: /\bday after tomorrow\b/,
    tomorrow: /\b(?:tomorrow|tmrw|tmr|2moro|tomorow|tommorow|tommorrow)\b/,
    weekend: /\bweekends?\b/,
    /** Before or after a weekday: "every Monday", "Wednesday's", "Monday evenings". */
    everyBefore: /\b(?:an?|any|most|normal|usual|typical|regular|every|each|usually|normally)$/,
    everyAfter: /^['’]s\b(?! (?:the )?\d)|^ (?:mornings|lunchtimes|lunches|afternoons|evenings|nights)\b/,
    nextBefore: /next$/,
    nextAfter: /^\s+next\b/,
    /** "A week on Saturday": a person counts it better. */
    weeksAhead: /\b(?:a week (?:on|from|today|tomorrow)|in (?:a|one|two|three|\d+) weeks?|\w+day week|fortnight)\b/,
    /** A holiday without a fixed date. */
    undated: /easter|thanksgiving|good friday|ramadan|eid\b|bank holiday/,
    firstOf: /\bfirst(?= of )/g,
    /** Before the number of a day, or of an hour. */
    dayNumber: /\bthe (?=\d{1,2}(?:st|nd|rd|th))/,
    hourNumber: /\bat\s+$/,
    /** Behind the number of an hour, and where nothing else tells that it is one. */
    hour: /^(?:[ap]\.?m\.?|h)$/,
    oclock: /^h$/,
    afternoon: /evening|tonight|at night|afternoon/,
    minimum: /^(?:minimum|min)$/,
    postcode: /^(?:postcode|zip|postal)$/,
    deliveryBeside:
      /^(?:certain|charges?|spend|amount|over|above|much|areas?|zones?|home|long|usually|value|anywhere|online|minutes)$/,
    myPlace: /\bmy (?:house|home|place|area|address)\b/,
    /** What people leave out of a place's name. */
    placeKind: /^(?:ward|district|area|zone|town|city|centre|center|quarter)$/,
    /** An amount that no record has. */
    unpriced: /^(?:calor|kcal|nutri|protein|gram|minut)/,
    with: /^with$/,
    /** A wish to have a dish made otherwise is for a person. */
    otherwise: /\b(?:without|instead|swap|replace|substitute|remove)\b/,
    portion: /\b(?:how (?:big|large|many)|what size|portion)\b/,
    wholeMenu: /^(?:menu|dishe?|food)$/,
    /** "Can I bring a dog?" and "Are dogs allowed?" ask the same. */
    faqBeside:
      /^(?:bring|brings|bringing|allow|allows|allowed|permit|permits|permitted|welcome|accepted|inside|nearby)$/,
    allergenAsked:
      /\b(?:allerg\w*|contain\w*|intoleran\w*|coeliac\w*|celiac\w*|traces?|ingredients?|safe|anaphyla\w*|epipen|reaction|hypersensitiv\w*)\b/,
    /** Whatever else stands beside it. */
    allergenTold: /allerg|\bcoeliac|\bceliac|\bintoleran|\banaphyla/,
    freeOf: /\b(?:nut|peanut|gluten|dairy|lactose|egg|milk|soya?|wheat|sesame|fish|shellfish)[- ]free\b/,
    /** Somebody with an allergy is spoken of. */
    allergicPerson:
      /\b(?:i'm|we're|they're|(?:he|she|who)'s|am|are|is|was|being) (?:\w+ ){0,2}(?:allergic|intolerant|coeliac|celiac)|\b(?:for|i'm|am|is) (?:a |an )?(?:coeliacs?|celiacs?)\b|\b(?:have|has|with|got|severe|serious|life-threatening) (?:\w+ ){0,3}allerg|\banaphyla|\bepipen/,
    excluding: /\b(?:no|not|none|never|without|free|avoid\w*|cannot|\w+n't)\b/,
    priceAsked: /\b(?:how much|price|cost)\b/,
    contains: /\b(?:contain|ingredient\w*|safe|traces?)\b/,
    /** "Is there milk in the …?", "Any nuts in it?" */
    isThere: /\b(?:is there|are there|any|does .* have|do .* have|has|in (?:the|it|your))\b/,
    inIt: /\b(?:in|have|has)\b/,
    /** What is safe for somebody is for a person to say. */
    judgement: /\b(?:safe|safely|allerg\w*|coeliac|celiac\w*|intoleran\w*|can (?:i|he|she|they) eat)\b/,
    containing: /\b(?:contain\w*|with|in)\b/,
    whichDishes: /\b(?:which|what dish\w*)\b/,
    negation: /\b(?:no|not|don'?t|without|free)\b/,
    person:
      /\b(?:speak|talk|chat|connect)\b.{0,15}\b(?:human|person|someone|somebody|staff|manager|agent|owner|real)\b|\b(?:human|real person|agent) please\b|^\s*(?:human|agent|person)\s*[.!]?$/,
    /** Anger, money back, an order that went wrong. */
    complaint:
      /\b(?:complain\w*|refund\w*|money back|disgusting|terrible|awful|unacceptable|outrageous|rip-?off|scam|never again|food poisoning|(?:is|was|are|were|arrived|came) (?:all |completely |totally |stone )?(?:cold|wrong|burnt|raw|spoil(?:ed|t)|late)|(?:never|not|hasn'?t|didn'?t) (?:arrived?|come|turned? up)|(?:wrong|missing) (?:order|dish|food|item))\b/,
    /** What happened: no question about a dish or a day. */
    report: /\b(?:was|were|forgot|missing|wrong)\b/,
    thanks: /^(?:thanks|thank|thx|cheers)$/,
    hello: /^(?:hi|hello|hey|morning|evening|afternoon)$/,
    /** What could promise something: prices, hours, what is done. */
    promise:
      /\b(?:free|half|twice|double|open\w*|clos(?:e|ed|es|ing)|always|contain\w*|nothing|zero|null|placed|done|taken|ordered|reserved|sent|bill|value|on us|on the house|kept|received)\b/,
    denial: /\b(?:no|not|none|never|without|neither|nor|lacks?|free|\w+n't|cannot)\b/,
    /** Number words: said of dishes alone. */
    number:
      /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+[nrxf]ty|eighty|fifty|hundred|thousand|[mb]illion|dozen)$/,
    assent:
      /\b(?:yes|yeah|yep|sure|course|absolutely|certainly|definitely|indeed|exactly|correct|right|true|ok|okay|fine|no|nope)\b/,
    /** Between a dish and its price, and between dishes. */
    costs: /^(?:is|costs?|for|at)$/,
    joins: /^(?:and|or|the|our)$/,
  },
};
