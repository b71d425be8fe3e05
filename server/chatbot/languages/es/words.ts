import type { Words } from '../language.ts';
export const words: Words = {
  empty: `
    el la los las lo un una unos unas de del al a en por para con sin y o u que es son esta estan este esa ese hay tiene tienen tienes
    tengo puedo puede pueden podria quiero quisiera me mi mis tu tus su sus se le les nos hola buenas buenos dias tardes gracias favor
    cual cuales como donde cuando quien si no muy mas algo alguna alguno algun ustedes usted yo hacen dan ser estar pedir comer tomar
    dime decir vosotros teneis sabe nuestro nuestra nuestros vuestro vuestra vuestros vuestras queremos quisieramos podemos tambien aun
    todavia ya solo estos estas vamos somos saber`,
  asides: `
    amigo amigos amiga amigas familia madre padre mujer marido novia novio pareja hijo hija hijos bebe hermano hermana padres abuela
    abuelo jefe companeros colegas chicos chicas gente hambre sed ganas pensando pensaba plan planes oido visto leido paso pasar pasamos
    pasarnos voy vamos ir llegar llegamos llego venir venimos vengo salir salgo caminando coche andando cerca esquina ciudad hotel
    alojado alojados aeropuerto estacion tren autobus bus metro taxi google internet pagina trabajo oficina casa pregunta preguntita
    duda consulta oye oiga oid mira perdon perdona disculpa disculpe saludos hola vale porfa porfi xfa xfavor q k pq xq tb tmb dnd cdo
    finde hecho hecha origen animal rato hice montante cumple cumpleanos aniversario celebrar celebramos concierto cine teatro reunion
    traerme traernos llevo`,
  subjects: {
    price: 'cuanto cuesta cuestan vale valen precio precios cuantos cobran cobrais sale salen saldria',
    open: 'abren abre abris abrir abierto abiertos abierta abiertas cierran cierra cierras cerrado cerrados cerrar cierre horario horarios apertura hora horas trabajais trabajan servis sirven',
    time: 'ahora hasta actualmente momento',
    deliver:
      'entregan entregais entrega entregas reparten reparto repartes domicilio envio envios envian enviais repartis codigo postal traer traerme traerme traernos traeis traen',
    minimum: 'minimo minima gastos gratis gratuita',
    pay: 'pagar pago pagos aceptan aceptais tarjeta tarjetas efectivo',
    book: 'reservar reserva reservas reservacion mesa mesas personas antelacion comensales cancelar anular cancelo anulo',
    contact:
      'telefono numero llamar correo direccion ubicacion ubicados encuentran queda contacto escribir escribiros escribirles situados',
    order: 'pedido pedidos encargo comanda',
    place: 'donde listo lista llega llegar estado camino cuando',
    allergen:
      'alergeno alergenos alergia alergias alergico alergica contiene contienen celiaco celiaca intolerante intolerancia lleva llevan',
    available: 'disponible disponibles agotado agotada quedan queda',
    size: 'pequeno pequena mediano mediana grande media entera',
    extra: 'anadir anadido suplemento',
    menu: 'carta plato platos opcion opciones',
    polite: 'hoy manana semana dia dias',
  },
  sizes: `
    small: pequeno pequena chico chica; medium: mediano mediana medio; large: grande gran; regular: normal; half: media; full: entera;
    glass: copa vaso; bottle: botella; double: doble; single: sencillo simple; one: uno una un; two: dos; three: tres; four: cuatro;
    six: seis; people: personas persona; pieces: piezas unidades; child: nino ninos`,
  things: `
    own: propio propia; birthday: cumpleanos; event: evento eventos fiesta; wine: vino vinos; drink: bebida bebidas;
    starter: entrante entrantes; main: principal principales; dessert: postre postres; chicken: pollo; beef: ternera; pork: cerdo;
    lamb: cordero; duck: pato; fish: pescado; trout: trucha; cod: bacalao; tuna: atun; salmon: salmon; prawn: gambas; cheese: queso;
    egg: huevo huevos; potato: patata patatas; chips: fritas; mushroom: setas; spinach: espinacas; bean: alubias; nut: nueces;
    apple: manzana; lemon: limon; water: agua; beer: cerveza; coffee: cafe; milk: leche; juice: zumo; sausage: salchicha; cake: tarta;
    ice: helado; bread: pan panes; rice: arroz; soup: sopa sopas; salad: ensalada ensaladas`,
  unrecorded: `
    parking: aparcamiento aparcar estacionamiento estacionar; dog: perro perros cachorro cachorros; wheelchair: accesible;
    terrace: terraza; highchair: trona tronas; corkage: descorche; calorie: caloria calorias nutricional proteinas;
    job: empleo camarero; smoke: fumar; music: musica`,
  holidays: {
    christmasEve: /nochebuena/,
    newYearsEve: /nochevieja|fin de ano/,
    christmas: /navidad/,
    newYear: /ano nuevo/,
    valentine: /san valentin/,
  },
  foods: {
    tree_nuts: /\b(?:nueces|nuez|almendras?|frutos secos|avellanas?)\b/,
    peanuts: /\b(?:cacahuetes?|mani)\b/,
    milk: /\b(?:lacteos?|lactosa|leche)\b/,
    eggs: /\bhuevos?\b/,
    gluten: /\b(?:gluten|celiac[oa]s?|trigo)\b/,
    fish: /\bpescado\b/,
    crustaceans: /\b(?:crustaceos?|mariscos?|gambas?)\b/,
    molluscs: /\bmoluscos?\b/,
    soy: /\bsoja\b/,
    sesame: /\b(?:sesamo|ajonjoli)\b/,
    celery: /\bapio\b/,
    mustard: /\bmostaza\b/,
    lupin: /\baltramu\w+\b/,
    sulphites: /\bsulfitos?\b/,
  },
  diets: {
    vegan: /\bvegan[oa]s?\b/,
    vegetarian: /\bvegetarian[oa]s?\b/,
    halal: /\bhalal\b/,
    kosher: /\bkosher\b/,
    gluten_free: /sin gluten/,
    dairy_free: /sin lactosa|sin lacteos/,
    nut_free: /sin frutos secos/,
  },
  payments: {
    cash: /\b(?:efectivo|metalico)\b/,
    card: /\b(?:tarjetas?|credito|debito)\b/,
    crypto: /\bcriptomonedas?\b/,
    cheque: /\bcheques?\b/,
    transfer: /\btransferencia\b/,
    giftCard: /\btarjetas? regalo\b/,
  },
  spelt: { address: 'direccion', phone: 'telefono' },
  injections: [
    /^\s*\[?\s*sistema\s*\]?\s*[:>\]]/,
    /\b(?:ignora|olvida|descarta|omite)\b.{0,40}\b(?:instruccion|instrucciones|reglas|anterior|anteriores|indicaciones|todo)\b/,
    /\b(?:prompt|instrucciones|mensaje)\s+(?:del|de)\s+sistema\b/,
    /\bahora eres\b/,
    /\b(?:cambia|pon|baja|modifica)\b.{0,25}\bprecios?\b/,
    /\b(?:100|99|90|50)\s*(?:%|por ciento)\s*de descuento\b.*\b(?:aplica|confirma|da|codigo|ya)\b/,
    /\b(?:dame|muestra|lista)\b.{0,40}\b(?:todos|todas|otros|clientes?)\b.{0,30}\b(?:clientes|pedidos|telefonos|datos)\b/,
    /\b(?:contrasena|base de datos)\b/,
  ],
  order: {
    numbers: 'uno dos tres cuatro cinco seis siete ocho nueve diez',
    between: 'un una y e tambien por favor hola quiero queremos quisiera pedir gracias',
  },
  speech: {
    courtesies: 'gracias buena eleccion que aproveche lo siento',
    service: `
      cesta carta plato platos boton abajo pulsa elige elegir elegido anado anadido claro perfecto encantado gracias disfruta recomiendo siento pregunta algo
      delicioso rico excelente comida placer tamano nota nombre telefono direccion calle fecha noche`,
    questions: 'pedido mesa entrega domicilio recoger reservar reserva hora personas cancelar cambiar',
  },
  says: {
    wish: /\b(?:quiero|queremos|quisiera\w*|querria\w*|me gustaria|nos gustaria|pon(?:me|ganos|game)|dame|me pones?)\b/,
    ordering: /\b(?:pedir|encargar|hacer un pedido|para llevar)\b/,
    booking: /\b(?:mesas?|reserva\w*)\b/,
    tableFirst: /^(?:hola\b[ ,!.]*)?(?:por favor\b[ ,]*)?(?:(?:reservar|reserva)\b|(?:una )?mesa\s+para\b)/,
    elsewhere: /\b(?:saber|pagar|cancelar|cambiar)\b/,
    asksRule: /\bcuant[oa]s?\b.*\?/,
    counted: /\b(?:dos|tres|cuatro|cinco)\s+\p{L}/u,
    own: /\b(?:mi|mis|mio|nuestro)\b/,
    orderNoun: /\b(?:pedidos?|encargo|comanda|comida|platos)\b/,
    placed: /\b(?:pedi|hice un pedido|lo mio)\b/,
    status: /\b(?:donde|cuando|listo|lista|listos|listas|llega\w*|estado|camino|falta|va|tarda|como (?:esta|va))\b/,
    orderNumber: /\bpedido\s*(?:numero|no|n)?\s*(?:es)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b/,
    canOrder: /\bpuedo pedir\b/,
    ownOrder: /\b(?:mis?|nuestro) (?:\w+ )?(?:pedido|encargo|comanda|comida|platos)\b/,
    theOrder: /\b(?:el|la) (?:\w+ )?(?:pedido|encargo|comanda|comida)\b/,
    ofAnother: /\bpedido de (?!hoy)\p{L}|\b(?:su|otro)\b.{0,20}\bpedido\b/u,
    changing: /\b(?:cancel|cambi|anul|modific)(?:ar(?:la|lo)?|o)\b/,
    ownMade: /\b(?:mi|nuestr[oa]|la|el) (?:pedido|reserva|mesa)\b/,
    table: /\b(?:reserv\w*|mesas?|comensales)\b/,
    cancelling: /\b(?:cancel\w*|anul\w*)\b/,
    ahead: /\b(?:antelacion|tarde)\b/,
    partySize: /\b(?:cuant[oa]s|maximo|grupo)\b/,
    howLong: /\bcuanto tiempo\b/,
    bookingBeside:
      /^(?:maxim\w*|grupos?|web|restaurante|cuant[oa]s?|tiempo|antes|linea|comensales|cancel\w*|reserv\w*|dura|duracion|minimum|persons?|anticipacion|antelacion)$/,
    need: /\b(?:necesario|hace falta)\b/,
    tableRequest: /\b(?:mesa|reserv\w*)\b.{0,30}\bpara\b.{0,12}\b(?:\d{1,2}|dos|tres|cuatro|cinco|seis|hoy|manana)\b/,
    address: /\b(?:codigo postal|direccion|ubicacion|ubicad\w*)\b/,
    where: /\bdonde (?:estan|esta|queda|se encuentran|estais)\b|\bdonde\b.*\b(?:estais|quedais|encontra\w*)\b/,
    phone: /\b(?:telefono|llamar\w*|numero)\b/,
    email: /\bcorreo\b/,
    website: /\bpagina web\b/,
    contact: /\bcontacto\b/,
    contactBeside: /^(?:restaurante|exactamente|codigo)$/,
    paying: /\b(?:pagar|pagos?|aceptan|aceptais|tarjeta|efectivo)\b/,
    payVerb: /\b(?:pagar|aceptan|aceptais)\b/,
    payBeside: /^(?:formas?|metodos|linea|medios?)$/,
    night: /\bnoche\b/,
    span: /\b(?:hasta|desde|a partir de) (?:que hora|q hora|cuando)\b|\b(?:se puede|podemos)\b.*\b(?:comer|cenar|almorzar)\b/,
    dayBeside:
      /^(?:restaurante|normalmente|navidad|nochebuena|nochevieja|ano|cada|todos|proxima|cena|cenar|comida|comer|almuerzo|almorzar|mediodia|tarde|noche|que|viene|proximo|fin)$/,
    now: /^(?:ahora|momento)$/,
    isOpen: /^(?:estan|estais|esta)\s+(?:abiertos?|cerrados?)\s*\??\s*$/,
    nextOpening: /\bvuelven a abrir\b/,
    today: /\b(?:hoy|esta noche|esta tarde)\b/,
    dayAfterTomorrow: /\bpasado manana\b/,
    // It means the morning, too: "por la mañana".
    tomorrow: /^(?!.*la manana).*\bmanana\b/s,
    weekend: /\bfin(?:es)? de semana\b/,
    everyBefore: /(?:cada|todos los|los)$/,
    nextAfter: /^\s+(?:que viene|proximo)/,
    weeksAhead: /\b(?:en|dentro de) (?:una|dos|tres|\d+) semanas?\b/,
    undated: /pascua|accion de gracias|viernes santo|festivo/,
    firstOf: /\bprimero(?= (?:de )?[a-z]+)/g,
    dayNumber: /\bel (?=\d{1,2}\b(?!\s*(?:h|horas|[:.,]\d)))|\bdia (?=\d)/,
    hourNumber: /\ba las?\s+$/,
    hour: /^(?:h|horas)$/,
    afternoon: /de la noche|de la tarde/,
    minimum: /^(?:minimo|minima)$/,
    postcode: /^(?:postal|codigo)$/,
    deliveryBeside: /^(?:zonas?|minutos|tarda)$/,
    placeKind: /^(?:barrio|zona|ciudad|centro)$/,
    unpriced: /^(?:calor|nutri|prote)/,
    with: /^con$/,
    otherwise: /\bsin\b/,
    wholeMenu: /^carta$/,
    faqBeside: /^(?:permitid[oa]s?|permiten?|admiten?|admitid[oa]s?|traer|llevar|personas)$/,
    allergenAsked: /\b(?:alerg\w*|contien\w*|intoleran\w*|celiac\w*|trazas?|ingredientes?|segur[oa])\b/,
    allergenTold: /\balerg|\bceliac|\bintoleran/,
    freeOf: /\bsin (?:gluten|lactosa|leche|frutos secos|nueces|huevos?)\b/,
    allergicPerson:
      /\b(?:soy|es|somos|son) (?:\w+ )?(?:alergic|celiac)|\b(?:tengo|tiene|con) (?:\w+ )?(?:alergia|intolerancia)/,
    excluding: /\b(?:no|sin|ningun\w*)\b/,
    priceAsked: /\b(?:cuanto cuesta|precio)\b/,
    contains: /\b(?:contiene|contienen|ingredientes?)\b/,
    isThere: /\b(?:hay|lleva|llevan|tiene|esta hech[oa])\b/,
    inIt: /\b(?:en|dentro|con|de|lleva|llevan|tiene|tienen)\b/,
    judgement: /\b(?:segur[oa]s?|alerg\w*|celiac\w*|intoleran\w*|puedo comer)\b/,
    containing: /\b(?:contien\w*|con)\b/,
    whichDishes: /\b(?:que platos|cuales)\b/,
    negation: /\b(?:no|sin)\b/,
    person: /\bhablar con (?:una persona|alguien|un humano|el encargado)\b/,
    complaint: /\b(?:queja|reclam\w*|reembols\w*|devolver el dinero|asqueroso|horrible|llego fri[oa])\b/,
    report: /\b(?:estaba|estaban|fue|falta)\b/,
    thanks: /^gracias$/,
    hello: /^(?:hola|buenas|buenos)$/,
    promise: /\b(?:libre|abiert\w*|siempre|nada|valor)\b/,
    denial: /\b(?:sin|nunca|ningun\w*|no)\b/,
    number: /^(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien|mil)$/,
    assent: /\b(?:si|claro|exacto|correcto|cierto|verdad|vale)\b/,
    costs: /^(?:es|cuesta|vale)$/,
    joins: /^(?:y|e|o|el|la|los)$/,
  },
};
