import { functionTerms, isFiller } from './fillers.ts';
import { fold, stem, isMisspelt } from './text.ts';

export const languages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const;
export type Language = (typeof languages)[number];

const list = (text: string) => text.trim().split(/\s+/);
const stems = (text: string) => new Set(list(fold(text)).map(stem));

/** Words by which a language is recognised. */
const marks: Record<Language, Set<string>> = {
  en: new Set(
    list(
      'the is are you do does what when where how much many can i my a of for on to your there have it with at and please would like want d ll order table tonight tomorrow two three four five people pickup delivery book price cost',
    ),
  ),
  es: new Set(
    list(
      fold(
        'el la los las es son que qué cuánto cuanto cuesta cuestan cuándo dónde cómo tienen tienes hay puedo mi un una de para del con abren abiertos abierto cierran hacen usted ustedes está están su por a qué hora y se hoy mañana precio aceptan dan quiero quisiera querría queremos quisiéramos dos tres cuatro cinco seis recoger llevar domicilio reservar mesa personas noche tarde pedir ponme póngame gracias vuestro vuestra cuántos cuántas ahora hasta hola buenas buenos',
      ),
    ),
  ),
  fr: new Set(
    list(
      fold(
        'le la les est sont que quel quelle quels combien quand où comment avez vous je peux mon ma un une des du de pour avec ouvert ouverts fermé ouvrez fermez livrez êtes c ce qu il y a à heure et au est-ce prix coûte demain aujourd hui votre acceptez contient contiennent elles dans voudrais voudrions veux commander réserver deux trois quatre cinq emporter livraison personnes soir merci bonjour plaît sur vos jusqu combien maintenant',
      ),
    ),
  ),
  de: new Set(
    list(
      fold(
        'der die das ist sind was wann wo wie viel kostet kosten haben sie ich mein meine ein eine und für mit geöffnet offen schließt öffnet liefern kann euch ihr ihre am um heute morgen gibt es nehmt ihr den zu möchte möchten hätte hätten gern gerne bitte zwei drei vier fünf tisch abholen abholung lieferung personen reservieren bestellen guten abend danke uns wir einen jetzt bis mir preis eure euer wird werden nach geliefert wieviel darf dürfen auf',
      ),
    ),
  ),
  it: new Set(
    list(
      fold(
        'il lo la i gli le è sono che cosa quanto costa costano quando dove come avete posso mio mia un una di per con aperti aperto chiusi chiudete aprite consegnate c e del della oggi domani il vostro alle accettate dov ordine a vorrei vorremmo due tre quattro cinque asporto tavolo persone prenotare ordinare stasera sera grazie portare ritiro adesso fino siamo quante quanti prezzo consegna domicilio ritirare via mi chiamo nome buongiorno buonasera salve',
      ),
    ),
  ),
  pt: new Set(
    list(
      fold(
        'o os as é são que quanto custa custam quando onde como têm tem posso meu minha um uma de para com abertos aberto fecham abrem entregam do da hoje amanhã vocês aceitam está estão não horas a às ao aos até agora há vosso vossa vossos vossas quantos quantas quais qual dois duas três quatro cinco queria queríamos gostaria gostávamos levar levantar mesa pessoas reservar encomendar noite antes pelo pela quero ser fazem faz entregas entrega em vossos são obrigado obrigada preço funciona funcionam valor fica ficam no telefonar podem podemos vosso nosso ola bom boa',
      ),
    ),
  ),
};

/** How much of each language a text has, the likeliest first; of equal ones the first of `preferred`. */
function scoresOf(text: string, preferred: readonly Language[]): { language: Language; score: number }[] {
  const terms = fold(text).match(/[\p{L}]+/gu) ?? [];
  // A word that tells of a question's language counts more than one that a language merely has.
  const count = (language: Language) =>
    terms.filter((term) => marks[language].has(term)).length +
    0.4 * terms.filter((term) => functionTerms[language].has(term)).length;
  const order = [...preferred, ...languages];
  return languages
    .map((language) => ({ language, score: count(language) + signsOf(text, language) }))
    .toSorted((a, b) => b.score - a.score || order.indexOf(a.language) - order.indexOf(b.language));
}

/** So much more of another language changes that of a chat: a word that two languages have does not. */
const CHANGES = 2;

/** The language of a chat, from the customer's messages in their order: what it began in, until one is clearly in another. */
export function languageOfChat(messages: readonly string[], preferred: readonly Language[] = languages): Language {
  let kept: Language | null = null;
  for (const message of messages) {
    const scores = scoresOf(message, preferred);
    const best = scores[0]!;
    const own = scores.find(({ language }) => language === kept);
    if (own ? best.score - own.score >= CHANGES : best.score > 0) kept = best.language;
  }
  return kept ?? preferred[0] ?? 'en';
}

function signsOf(question: string, language: Language): number {
  if (language === 'es') return /[¿¡ñ]/i.test(question) ? 2 : 0;
  if (language === 'fr') return /[çœêûëï]|\b(?:qu|c|l|d|s|est)['’]/i.test(question) ? 1 : 0;
  if (language === 'de') return /[äöüß]/i.test(question) ? 1 : 0;
  if (language === 'it') return /(?<!\p{L})è(?!\p{L})/iu.test(question) ? 2 : 0;
  // French has "ê" and "ç", too.
  if (language === 'pt') return /[ãõ]/i.test(question) ? 2 : /[êçâ]/i.test(question) ? 1 : 0;
  return 0;
}

/** Words that carry no subject, of all languages. */
const empty = stems(`
  the a an is are am was were be been do does did doing you your yours u ur i me my mine we us our it its this that these those there here what whats
  which when where why how who whom much many can could would should will shall may might must of for on to in at by from with without and or but if
  so as than then about please pls plz thanks thank hi hello hey good morning afternoon evening tell know want like need get give got have has had
  any some anywhere somewhere something anything else also just really very too not no yes ok okay right s t re ve ll m d let lets say says said
  go going come one ones per each up out over into off all both again still ever possible available offer sell serve wonder wondering ask
  asking guys dear sir madam team question check sure them they their he she his her someone person people
  about rn come comes wat wats wut wht whats hw hwo wen wich mutch muc gimme gonna wanna im ive dont doesnt cant isnt arent youre id
  want buy order ordering eat take taking make thing stuff kind way x
  el la los las lo un una unos unas de del al a en por para con sin y o u que es son esta estan este esa ese hay tiene tienen tienes tengo puedo
  puede pueden podria quiero quisiera me mi mis tu tus su sus se le les nos hola buenas buenos dias tardes gracias favor cual cuales como donde
  cuando quien si no muy mas algo alguna alguno algun ustedes usted yo hacen dan ser estar pedir comer tomar dime decir ustedes vosotros teneis sabe
  le la les l un une des du de d au aux a en pour avec sans et ou que qu qui quoi quel quelle quels quelles est sont c ce cet cette ces il elle ils elles
  y on nous vous je j me m mon ma mes ton ta tes son sa ses votre vos notre nos avez avoir ai as peux peut pouvez puis bonjour bonsoir merci svp plait
  s si ne pas plus tres quelque chose dans sur chez faites fait etes etre comment voudrais veux dire dites t n
  der die das den dem des ein eine einen einem einer und oder mit ohne fur von zu zum zur im in am an auf bei ist sind war haben hat habe habt gibt es
  sie ihr ihre ihren euer eure ich mein meine mir mich wir uns kann konnen konnt mochte bitte danke hallo guten tag was wie wo wer welche welcher
  nicht kein keine auch noch so man mal fur euch vom beim unter davon dabei darf durfen durft leute eigentlich gerade eben jemand ihnen welcher
  il lo gli i uno di da su per tra fra e ed o che chi cosa c ce sono avete hai ha ho posso puo potete vorrei mi ti si vi ci mio mia vostro vostra ciao
  buongiorno buonasera grazie favore quale quali come dove non piu dei delle della dello nel nella alla al alle
  o os as um uma de do da dos das em no na nos nas por para com sem e ou que tem temos meu minha seu sua voces voce posso pode quero queria ola bom boa
  dia tarde noite obrigado obrigada favor qual quais como onde nao mais isso isto
  quando esta estao estes estas esse essa aquele aquela vosso vossa vossos vossas tenho queriamos gostaria gostariamos pode podem podemos podia ao aos pelo pela
  pelos pelas ha dao dar ainda tambem algum alguma alguns algumas ser estar ir fazer faz fazem sao foi era quem porque se ja so muito dizer diga me lhe
  nuestro nuestra nuestros vuestro vuestra vuestros vuestras queremos quisieramos podemos tambien aun todavia ya solo este estos estas vamos somos
  nosso nossa nossos nossas saber wissen gewusst savoir sapere
  voudrions voulons pouvons aussi encore deja leur leurs sommes
  mochten hatte hatten gern gerne unser unsere unseren seid werden wird mussen muss diese dieser dieses ab hoch lautet lauten heisst eure euren eurem
  welches welchen wollen mache macht machen da dort hier etwas schon denn doch bitteschon
  vorremmo possiamo nostro nostra anche ancora gia siamo questo questa questi queste
`);

export const isEmpty = (term: { text: string; stem: string }): boolean => empty.has(term.stem) || empty.has(term.text);

/** Words that belong to a subject, of all languages. */
const subjectTerms = {
  price: list(
    fold(`
    much price prices priced pricing cost costs charge charges charged fee pay expensive cheap quanto
    cuanto cuesta cuestan vale valen precio precios cuantos cobran cobrais
    combien coute coutent cout prix tarif tarifs
    total altogether together cobram cobra cobrate damage qto qnt qnto cbn setzt sale salen saldria fait faudrait fica sai verlangt verlangen berechnet berechnen
    valor valores kostet kosten koste preis preise wieviel viel teuer aufpreis zusammen insgesamt costa costano prezzo prezzi custa custam preco precos paga pagam pagano zahlt`),
  ),
  open: list(
    fold(`
    open opens opened opening close closes closed closing hours hour schedule shut serving trabajais trabajan trabalham atendem lavorate recebem dicht servez servite servis servem
    abren abre abris abrir abierto abiertos abierta abiertas cierran cierra cierras cerrado cerrados cerrar cierre horario horarios apertura hora horas
    ouvrez ouvre ouvrent ouvert ouverts ouverte ouverture fermez ferme fermes fermeture fermer fermez horaire horaires heure heures
    geoffnet offen offnet offnungszeiten offnen schliesst schliessen geschlossen ruhetag ruhetage zu uhr
    aperto aperti apre aprite apertura chiuso chiusi chiude chiudete chiusura orari orario ora ore
    aberto abertos abre abrem abrir fecha fecham fechar fechado fechados encerra encerram encerrado encerrados funciona funcionam funcionamento horario horarios horas hora`),
  ),
  time: list(
    fold(
      `time times now currently moment late early long until till tonight am pm ahora hasta maintenant jusqu jusque encore moment actuellement jetzt gerade bis adesso ora fino agora ate actualmente momento neste`,
    ),
  ),
  deliver: list(
    fold(`
    deliver delivers delivery deliveries delivered delivering shipping ship drop postcode zip postal
    entregan entregais entrega entregas reparten reparto repartes domicilio envio envios envian enviais repartis codigo postal
    livrez livraison livraisons livre livrer livrent domicile postal
    liefern liefert geliefert lieferung liefergebuhr lieferkosten lieferst lieferzeit lieferdauer liefergebiet lieferdienst lieferservice postleitzahl
    consegnate consegna consegne consegnare domicilio bringt bringen traer traerme traerme traernos traeis traen apportez trazem trazer portate entregam entrega entregas entregar entregue postal`),
  ),
  minimum: list(
    fold(
      `minimum min least smallest minimo minima minimale mindestbestellwert mindest mindestens gastos frais gebuhr spese taxa free gratis gratuit gratuite kostenlos gratuita`,
    ),
  ),
  pay: list(
    fold(`
    pay paying settle payment payments accept accepts card cards cash credit debit contactless visa mastercard amex cheque
    pagar pago pagos aceptan aceptais tarjeta tarjetas efectivo
    payer regler reglement paiement paiements acceptez acceptes carte cartes especes liquide bancaire
    womit zahlen zahlung bezahlen nehmt akzeptiert karte kreditkarte bar bares barzahlung bargeld kartenzahlung
    saldare pagare pagamento pagamenti accettate carta carte contanti aceitam aceita cartao cartoes dinheiro pagamento pagamentos pagar multibanco`),
  ),
  book: list(
    fold(`
    book booking bookings reserve reservation reservations table tables guests party advance ahead cancel
    reservar reserva reservas reservacion mesa mesas personas antelacion comensales cancelar anular cancelo anulo
    reserver reservation reservations table tables personnes convives avance annuler decommander
    reservieren reservierung tisch personen stornieren absagen absage reservierungen gaste voraus
    prenotare prenotazione prenotazioni tavolo tavoli persone anticipo disdire
    reservar reserva reservas pessoas antecedencia marcar marcacao desmarcar cancelar mesa mesas`),
  ),
  contact: list(
    fold(`
    whereabouts phone telephone number call ring email mail address located location find directions website contact street
    telefono numero llamar correo direccion ubicacion ubicados encuentran queda contacto
    numero appeler adresse courriel mail trouvez situes situe joindre contacter trouve
    mailadresse telefon nummer telefonnummer rufnummer anrufen adresse anschrift strasse hausnummer escribir escribiros escribirles scrivere escrever schreiben ecrire erreichen erreiche erreicht finde finden
    telefono indirizzo trovate numero telefone telefonar telefonieren endereco fica ficam morada rua contacto ligar localizacao situados`),
  ),
  order: list(
    fold(`
    order orders status track tracking pedido pedidos encargo comanda commande commandes bestellung ordine encomenda`),
  ),
  place: list(
    fold(
      `where ready status stand track tracking coming arrive arriving late update eta progress donde listo lista llega llegar estado camino cuando ou prete pret arrive statut quand wo fertig wann kommt dove pronto arriva onde pronto chega estado`,
    ),
  ),
  allergen: list(
    fold(`
    allergen allergens allergy allergic allergies contain contains containing safe celiac coeliac intolerant intolerance free trace traces ingredients ingredient
    alergeno alergenos alergia alergias alergico alergica contiene contienen celiaco celiaca intolerante intolerancia lleva llevan
    allergene allergenes allergie allergies allergique contient contiennent coeliaque intolerant intolerante sans
    allergene allergie allergisch enthalt enthalten
    allergeni allergia allergico contiene contengono alergenico alergenios alergenicos alergico alergica alergicos alergia alergias contem conter`),
  ),
  available: list(
    fold(
      `available availability sold out left stock disponible disponibles agotado agotada quedan queda reste rupture epuise verfugbar ausverkauft disponibile esaurito disponivel disponiveis esgotado esgotada esgotados`,
    ),
  ),
  size: list(
    fold(
      `small medium large regular half full big size pequeno pequena mediano mediana grande media entera petit petite moyen moyenne grand demi klein kleine gross grosse mittel piccolo piccola medio media pequeno`,
    ),
  ),
  extra: list(
    fold(
      `extra add adding added topping toppings additional anadir anadido ajouter supplement suplemento zusatzlich dazu aggiungere aggiunta adicionar juntar acrescentar side`,
    ),
  ),
  menu: list(
    fold(
      `menu dish dishes food list carta plato platos plat plats carte gericht gerichte speisekarte piatto piatti prato pratos cardapio ementa sachen optionen opcoes item items option options opcion opciones`,
    ),
  ),
  polite: list(
    fold(
      `today tonight tomorrow hoy manana aujourd hui demain ce soir heute morgen oggi domani hoje amanha week weekend semana semaine fin day days dia dias jour jours tag giorno date`,
    ),
  ),
} as const;
export type Subject = keyof typeof subjectTerms;

const subjects = Object.fromEntries(
  Object.entries(subjectTerms).map(([subject, terms]) => [subject, new Set(terms.map(stem))]),
) as Record<Subject, Set<string>>;

/** The subject's word that this is, spelt right or nearly so. */
export function isAbout(subject: Subject, term: { text: string; stem: string; isOwn?: true }): boolean {
  const known = subjects[subject];
  if (known.has(term.stem)) return true;
  // A word of another subject is no misspelling of this one, nor is a word of the menu: "pastel" is not "postal".
  if (term.isOwn || isKnown(term) || isFiller(term)) return false;
  return term.stem.length >= 5 && subjectTerms[subject].some((one) => one.length >= 5 && isMisspelt(term.text, one));
}

/** Spelt exactly like a word of any subject, or empty. */
export const isKnown = (term: { text: string; stem: string }): boolean =>
  isEmpty(term) || Object.values(subjects).some((known) => known.has(term.stem));

/** Whether a word changes nothing beside what a question is about: of a subject, or one that people say with any question. */
export const isBeside = (term: { text: string; stem: string; isOwn?: true }): boolean =>
  isKnown(term) || (isFiller(term) && !term.isOwn && !unrecorded.has(term.stem));

const sizeTerms: readonly string[][] = [
  'small pequeno pequena petit petite klein kleine kleiner kleines kleinen piccolo piccola chico chica',
  'medium mediano mediana moyen moyenne mittel mittlere medio',
  'large big grande gran grand gross grosse grosser grosses grossen',
  'regular normal normale standard',
  'half media demi halb halbe mezza meia meio',
  'full entera entiere ganze intera inteira whole',
  'glass copa vaso verre glas bicchiere taca copo',
  'bottle botella bouteille flasche bottiglia garrafa',
  'double doble doppelt doppia dobro',
  'single sencillo simple einfach singola',
  'one 1 uno una un une ein eine eins um uma',
  'two 2 dos deux zwei due dois duas',
  'three 3 tres trois drei tre',
  'four 4 cuatro quatre vier quattro quatro',
  'six 6 seis sechs sei',
  'people person persons personas persona personnes personne personen person persone pessoas pessoa',
  'pieces piece pcs piezas unidades pieces stuck pezzi pecas',
  'child children kids nino ninos enfant enfants kinder bambini bambino crianca criancas',
].map(list);

/** What guests ask about and no record has a place for: each line is one thing. */
const unrecordedTerms = [
  'parking park parken parkplatz parkplatze parkhaus aparcamiento aparcar estacionamiento stationnement garer parcheggio parcheggiare estacionamento estacionar',
  'dog hund hunde perro perros chien chiens cane cani cao caes cachorro cachorros',
  'wheelchair rollstuhl accessible barrierefrei accesible accessibile acessivel',
  'wifi wlan internet',
  'terrace outdoor outdoors outside terrasse draussen terraza terrazza esplanada dehors exterieur',
  'highchair highchairs hochstuhl hochstuhle kinderhochstuhl kinderhochstuhle kinderstuhl kinderstuhle trona tronas seggiolone seggioloni cadeirinha cadeirinhas cadeira rehausseur',
  'corkage korkgeld descorche bouchon rolha tappo',
  'playground spielecke spielplatz',
  'voucher vouchers gutschein gutscheine cheque-cadeau vale-regalo',
  'calorie calories kalorien kalorie caloria calorias calorie kcal nutrition nahrwerte nutricional protein proteinas eiweiss',
  'job jobs vacancy hiring kellner bewerbung bewerben empleo camarero emploi embauche emprego vaga vagas cameriere recruiting recrutez',
  'smoke smoking rauchen fumar fumer fumare',
  'music musik musica musique',
];

/** What menus call their dishes and parts, and guests their occasions. */
const otherTerms = [
  'own eigen eigene eigenen eigener eigenes propio propia propre propres proprio propria proprios',
  'birthday geburtstag cumpleanos anniversaire compleanno aniversario',
  'event party veranstaltung veranstaltungen feier evento eventos evenement evenements eventi fiesta fete festa',
  'wine wein vino vinos vin vins vini vinho vinhos',
  'drink drinks trinken getrank getranke bebida bebidas beber boisson boissons boire bevanda bevande bere',
  'starter starters vorspeise vorspeisen entrante entrantes entree entrees antipasto antipasti entrada entradas',
  'main mains hauptgericht hauptgerichte hauptspeise hauptspeisen principal principales principaux secondi principais',
  'dessert desserts nachtisch nachspeise nachspeisen postre postres dolce dolci sobremesa sobremesas',
  'chicken pollo poulet huhn hahnchen frango',
  'beef rind rindfleisch ternera boeuf manzo vaca',
  'veal kalb vitello vitela veau',
  'pork schwein schweinefleisch cerdo porc maiale porco',
  'lamb lamm lammfleisch cordero agneau agnello cordeiro borrego',
  'duck ente pato canard anatra',
  'fish fisch pescado poisson pesce peixe',
  'trout forelle trucha truite trota truta',
  'cod kabeljau bacalao cabillaud merluzzo bacalhau',
  'tuna thunfisch atun thon tonno atum',
  'salmon lachs salmon saumon salmone salmao',
  'prawn prawns shrimp garnelen gambas crevettes gamberi gamberetti camarao camaroes',
  'cheese kase queso fromage formaggio queijo',
  'egg eggs eier huevo huevos oeuf oeufs uovo uova ovo ovos',
  'potato potatoes kartoffel kartoffeln patata patatas patate batata batatas',
  'chips fries pommes fritas frites patatine',
  'mushroom mushrooms pilze setas champignons funghi cogumelos',
  'spinach spinat espinacas epinards spinaci espinafres',
  'bean beans bohnen alubias haricots fagioli feijao',
  'nut nuts nusse nueces noix noci nozes',
  'apple apfel manzana mela maca',
  'lemon zitrone limon citron limone limao',
  'water wasser agua eau acqua',
  'beer bier cerveza biere birra cerveja',
  'coffee kaffee cafe caffe',
  'tea tee',
  'milk milch leche lait leite',
  'juice saft zumo jus succo sumo suco',
  'sausage wurst salchicha saucisse salsiccia linguica',
  'cake kuchen torta tarta gateau bolo',
  'ice eis helado glace gelato gelado',
  'bread breads brot brote pan panes pain pains pane pao paes',
  'rice reis arroz riz riso',
  'soup soups suppe suppen sopa sopas soupe soupes zuppa zuppe',
  'salad salads salat salate ensalada ensaladas salade salades insalata insalate salada saladas',
];

const things = new Map(
  [...unrecordedTerms, ...otherTerms].flatMap((line, at) =>
    list(line).map((term): [string, number] => [stem(term), at]),
  ),
);

const unrecorded = new Set(unrecordedTerms.flatMap(list).map(stem));

/** A thing that guests name, of which opening hours or ways to pay say nothing. */
export const isThing = (term: { stem: string }): boolean => unrecorded.has(term.stem);

/** Whether two words are the same or name the same thing in two languages. */
export const isSameThing = (a: string, b: string): boolean =>
  a === b || (things.has(a) && things.get(a) === things.get(b));

/** Whether two words name the same size, in any language. */
export const isSameSize = (a: string, b: string): boolean =>
  sizeTerms.some((terms) => terms.some((term) => stem(term) === a) && terms.some((term) => stem(term) === b));
