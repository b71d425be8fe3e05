import type { Words } from '../language.ts';
export const words: Words = {
  empty: `
    o os as um uma de do da dos das em no na nos nas por para com sem e ou que tem temos meu minha seu sua voces voce posso pode quero
    queria ola bom boa dia tarde noite obrigado obrigada favor qual quais como onde nao mais isso isto quando esta estao estes estas
    esse essa aquele aquela vosso vossa vossos vossas tenho queriamos gostaria gostariamos podem podemos podia ao aos pelo pela pelos
    pelas ha dao dar ainda tambem algum alguma alguns algumas ser estar ir fazer faz fazem sao foi era quem porque se ja so muito dizer
    diga me lhe nosso nossa nossos nossas saber`,
  asides: `
    amigo amigos amiga amigas familia mae pai mulher marido namorada namorado filho filha filhos bebe irma irmao pais avo avos chefe
    colegas malta pessoal galera gente turma fome sede vontade pensar pensando pensava pensei ouvi vi li passar passamos passo passando
    vir vimos venho chegar chegamos chego ir vamos vou sair saio saindo carro pe perto esquina cidade hotel hospedado aeroporto estacao
    comboio trem autocarro onibus metro taxi uber gps google internet site pagina trabalho escritorio casa pergunta duda duvida oi ola
    boas ei opa desculpa desculpem pf pfv pfvr sff q qd qdo qto qtos qts hj vc vcs tb tbm td mt mto n ta to tou tamo tava pra pro pras
    pros num numa ne cara blz vlw obg obgda abs avisar precisar preciso clientes recebem aniversario festejar comemorar concerto show
    cinema teatro reuniao doido doida ainda ficar fico ficou`,
  subjects: {
    price: 'quanto cobram cobra cobrate qto qnt qnto cbn fica sai valor valores custa custam preco precos paga pagam',
    open: 'aberto abertos abre abrem abrir fecha fecham fechar fechado fechados encerra encerram encerrado encerrados funciona funcionam funcionamento horario horarios horas hora trabalham atendem servem',
    time: 'agora ate neste momento',
    deliver: 'entregam entrega entregas entregar entregue postal trazem trazer portate',
    minimum: 'minimo minima taxa gratis',
    pay: 'recebem aceitam aceita cartao cartoes dinheiro pagamento pagamentos pagar multibanco',
    book: 'reservar reserva reservas pessoas antecedencia marcar marcacao desmarcar cancelar mesa mesas',
    contact: 'numero telefone telefonar endereco fica ficam morada rua contacto ligar localizacao situados escrever',
    order: 'encomenda',
    place: 'onde pronto chega estado',
    allergen: 'alergenico alergenios alergenicos alergico alergica alergicos alergia alergias contem conter',
    available: 'disponivel disponiveis esgotado esgotada esgotados',
    size: 'pequeno pequena grande media',
    extra: 'adicionar juntar acrescentar',
    menu: 'prato pratos cardapio ementa opcoes',
    polite: 'hoje amanha dia dias semana',
  },
  sizes: `
    small: pequeno pequena; medium: medio; large: grande; regular: normal; half: meia meio; full: inteira; glass: taca copo;
    bottle: garrafa; double: dobro; single: simples; one: um uma; two: dois duas; three: tres; four: quatro; six: seis;
    people: pessoas pessoa; pieces: pecas unidades; child: crianca criancas`,
  things: `
    own: proprio proprios; birthday: aniversario; event: evento eventos festa; wine: vinho vinhos; drink: bebida bebidas beber;
    starter: entrada entradas; main: principais; dessert: sobremesa sobremesas; chicken: frango; beef: vaca; veal: vitela; pork: porco;
    lamb: cordeiro borrego; duck: pato; fish: peixe; trout: truta; cod: bacalhau; tuna: atum; salmon: salmao; prawn: camarao camaroes;
    cheese: queijo; egg: ovo ovos; potato: batata batatas; chips: fritas; mushroom: cogumelos; spinach: espinafres; bean: feijao;
    nut: nozes; apple: maca; lemon: limao; water: agua; beer: cerveja; coffee: cafe; milk: leite; juice: sumo suco; sausage: linguica;
    cake: bolo; ice: gelado; bread: pao paes; rice: arroz; soup: sopa sopas; salad: salada saladas`,
  unrecorded: `
    parking: estacionamento estacionar; dog: cao caes cachorro cachorros; wheelchair: acessivel; terrace: esplanada;
    highchair: cadeirinha cadeirinhas cadeira; corkage: rolha; calorie: caloria calorias; job: emprego vaga vagas; smoke: fumar;
    music: musica`,
  holidays: {
    christmasEve: /vespera de natal/,
    newYearsEve: /vespera d[eo] ano novo|passagem de ano|reveillon/,
    christmas: /natal\b/,
    newYear: /ano novo/,
  },
  foods: {
    tree_nuts: /\b(?:nozes|amendoas)\b/,
    peanuts: /\bamendoim\b/,
    milk: /\b(?:leite|lactose)\b/,
    eggs: /\bovos?\b/,
    gluten: /\bgluten\b/,
    fish: /\bpeixe\b/,
    crustaceans: /\b(?:camarao|mariscos?|crustaceos?)\b/,
    molluscs: /\bmoluscos?\b/,
    soy: /\bsoja\b/,
    sesame: /\bsesamo\b/,
    celery: /\baipo\b/,
    mustard: /\bmostarda\b/,
    lupin: /\btremoco\b/,
    sulphites: /\bsulfitos?\b/,
  },
  diets: {
    vegan: /\bvegan[oa]s?\b/,
    vegetarian: /\bvegetarian[oa]s?\b/,
    halal: /\bhalal\b/,
    kosher: /\bkosher\b/,
    gluten_free: /sem gluten/,
    dairy_free: /sem lactose/,
    nut_free: /sem nozes/,
  },
  payments: {
    cash: /\bdinheiro\b/,
    card: /\b(?:cartao|cartoes)\b/,
    transfer: /\btransferencia\b/,
  },
  injections: [
    /^\s*\[?\s*sistema\s*\]?\s*[:>\]]/,
    /\b(?:ignora|ignore|esqueca)\b.{0,40}\b(?:precedent\w*|instruc\w*|regras|tudo)\b/,
    /\bagora (?:voce e|es)\b/,
    /\b(?:muda|mude|altera|altere|poe|baixa)\b.{0,25}\bprecos?\b/,
    /\b(?:mostra|mostre|envia)\b.{0,40}\b(?:todos|todas|outros|clientes?)\b.{0,30}\b(?:clientes|pedidos|telefones|dados)\b/,
  ],
  order: {
    numbers: 'um dois|duas tres quatro cinco seis sete oito nove dez',
    between: 'uma e tambem por favor ola queria queriamos gostaria encomendar obrigado obrigada',
  },
  speech: {
    courtesies: 'obrigado obrigada boa escolha bom apetite lamento',
    service: `
      cesto prato pratos ementa botao abaixo prima escolha escolher escolhido adicionei adicionado claro perfeito recomendo lamento pergunta tamanho nota nome
      otimo excelente refeicao prazer telefone morada rua data noite`,
    questions: 'encomenda encomendar mesa entrega levantar reservar reserva hora pessoas cancelar mudar',
  },
  says: {
    wish: /\b(?:quero|queremos|queria\w*|gostaria\w*|gostava\w*)\b/,
    ordering: /\b(?:pedir|encomendar|fazer (?:um pedido|uma encomenda)|para levar)\b/,
    booking: /\b(?:mesas?|reserva\w*|marcar)\b/,
    tableFirst: /^(?:ola\b[ ,!.]*)?(?:por favor\b[ ,]*)?(?:(?:reservar|reserva|marcar)\b|(?:uma )?mesa\s+para\b)/,
    elsewhere: /\b(?:saber|pagar|cancelar|mudar)\b/,
    asksRule: /\bquant[oa]s?\b.*\?/,
    counted: /\b(?:dois|duas|tres|quatro|cinco)\s+\p{L}/u,
    own: /\b(?:meu|minha)\b/,
    orderNoun: /\b(?:pedidos?|encomenda|comida|pratos)\b/,
    placed: /\b(?:encomendei|pedi)\b/,
    status: /\b(?:a que horas?|quando|onde|chega|pront[oa]s?|caminho|saiu|demora|ponto|como esta)\b/,
    orderNumber: /\b(?:encomenda|pedido)\s*(?:numero|n)?\s*(?:e)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b/,
    canOrder: /\bposso pedir\b/,
    ownOrder: /\b(?:meu|minha) (?:\w+ )?(?:pedido|encomenda|comida|pratos)\b/,
    theOrder: /\b[oa] (?:pedido|encomenda)\b/,
    ofAnother: /\b(?:pedido|encomenda) d[aeo] (?!hoje)\p{L}/u,
    changing: /\b(?:alter|cancel|desmarc)(?:ar|o)\b|\bmudar\b/,
    ownMade: /\b(?:meu|minha|nossa) (?:pedido|encomenda|reserva|mesa)\b/,
    table: /\b(?:reserv\w*|mesas?|marcar)\b/,
    cancelling: /\b(?:cancel\w*|anul\w*|desmarc\w*)\b/,
    ahead: /\bantecedencia\b/,
    partySize: /\b(?:quantas|maximo|grupo)\b/,
    howLong: /\bquanto tempo\b/,
    bookingBeside: /^(?:grupos?|maxim\w*|restaurante|quant[ao]s|tempo|linha|antes|cancel\w*|reserv\w*)$/,
    need: /\b(?:preciso|necessario)\b/,
    tableRequest:
      /\b(?:mesa|reserv\w*)\b.{0,30}\bpara\b.{0,12}\b(?:\d{1,2}|dois|duas|tres|quatro|cinco|seis|hoje|amanha)\b/,
    address: /\b(?:codigo postal|morada|rua|endereco)\b/,
    where: /\bonde (?:ficam|fica|estao)\b|\bonde\b.*\b(?:encontra\w*|situ\w*|ficam|localiz\w*)\b/,
    phone: /\b(?:telefone|telefonar|numero|ligar)\b/,
    contact: /\bcontat?o\b/,
    contactBeside: /^restaurante$/,
    paying: /\b(?:pagar|pagamento|aceitam|cartao|dinheiro)\b/,
    payVerb: /\b(?:pagar|aceitam)\b/,
    payBeside: /^formas?$/,
    night: /\bnoite\b/,
    span: /\b(?:ate|a partir d[ea]s?|desde) (?:que horas?|quando|q horas?)\b|\b(?:da (?:pra|para)|podemos)\b.*\b(?:comer|jantar|almocar)\b/,
    dayBeside:
      /^(?:restaurante|normalmente|vespera|novo|passagem|feira|natal|cada|todos|proxima|jantar|almoco|almocar|tarde|ano)$/,
    now: /^(?:agora|momento)$/,
    isOpen: /^(?:estao|esta)\s+(?:abertos?|fechados?)\s*\??\s*$/,
    today: /\b(?:hoje|hj|esta noite)\b/,
    dayAfterTomorrow: /\bdepois de amanha\b/,
    tomorrow: /\bamanha\b/,
    weekend: /\bfim de semana\b/,
    everyBefore: /(?:cada|aos)$/,
    weeksAhead: /\b(?:daqui a|em) (?:uma|duas|tres|\d+) semanas?\b/,
    undated: /pascoa|feriado/,
    firstOf: /\bprimeiro(?= (?:de )?[a-z]+)/g,
    dayNumber: /\bdia (?=\d)/,
    hourNumber: /\bas\s+$/,
    hour: /^(?:h|horas)$/,
    afternoon: /da noite|da tarde/,
    minimum: /^(?:minimo|minima)$/,
    postcode: /^(?:postal|codigo)$/,
    deliveryBeside: /^(?:zonas?|minutos)$/,
    placeKind: /^(?:bairro|centro|cidade|zona)$/,
    unpriced: /^(?:calor|nutri|prote)/,
    with: /^com$/,
    otherwise: /\bsem\b/,
    wholeMenu: /^cardapio$/,
    faqBeside: /^(?:trazer|levar|aceites?|pessoas)$/,
    allergenAsked: /\b(?:alerg\w*|contem|intoleran\w*|celiac\w*|ingredientes?|segur[oa])\b/,
    allergenTold: /\balerg|\bceliac|\bintoleran/,
    freeOf: /\bsem (?:gluten|lactose|leite|nozes|ovos?)\b/,
    allergicPerson: /\b(?:sou|e) (?:\w+ )?(?:alergic[oa]|celiac[oa])|\b(?:tenho|tem) (?:\w+ ){0,2}alergia/,
    excluding: /\b(?:sem|nao|nenhum\w*)\b/,
    contains: /\b(?:contem|ingredientes?)\b/,
    isThere: /\b(?:tem|leva|levam)\b/,
    inIt: /\b(?:de|em|tem|leva|levam|na|no|nas|nos)\b/,
    judgement: /\b(?:segur[oa]s?|alerg\w*|celiac\w*|intoleran\w*|posso comer)\b/,
    containing: /\b(?:contem|com)\b/,
    whichDishes: /\bquais\b/,
    negation: /\b(?:sem|nao)\b/,
    person: /\bfalar com (?:uma pessoa|alguem)\b/,
    complaint: /\b(?:reclam\w*|reembols\w*|queixa|nojento|pessimo|horrivel)\b/,
    report: /\b(?:estava|estavam|faltou|veio|falta)\b/,
    thanks: /^obrigad[oa]$/,
    hello: /^(?:ola)$/,
    promise: /\b(?:livre|abert\w*|sempre|nada|valor)\b/,
    denial: /\b(?:sem|nao|nunca)\b/,
    number: /^(?:dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|cem|mil)$/,
    assent: /\b(?:sim|nao|claro|certo|exato|verdade)\b/,
    costs: /^(?:custa|e)$/,
    joins: /^(?:e|ou|o|a|os|as)$/,
  },
};
