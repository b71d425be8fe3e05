import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { fold, stem } from './text.ts';

/** What people say beside a question: who comes, why, from where, how they feel; and the short forms of messages. */
const asides = `
  friend friends family mum mom mother dad father wife husband girlfriend boyfriend partner kid kids son daughter baby toddler sister brother parents grandma grandpa
  boss colleague colleagues mate mates lads girls boys guys folks team office work group crowd buddy bro cousin
  hungry starving thirsty tired craving fancy fancied love hate hope hoping plan planning thinking decide deciding trying heard seen read walk walking drive driving way
  nearby around corner town hotel airport station train bus tram taxi cab gps google maps instagram website online app outside home office
  leave leaving left arrive arriving land landing head heading stop stopping pop popping swing pass passing meet meeting visit visiting
  quick question quickly asap real actually exactly roughly sorry cheers ta btw tbh lol haha omg pls plz plss thx ty hiya heya hey yo yeah yep yup nope nah ok okay kk cos coz cuz bc tmrw tmr tonite 2nite 2day wknd gotta lemme kinda sorta
  damage settle set sort sorts whereabouts late early first last
  birthday anniversary present gift celebrate celebrating xmas holiday holidays trip weekend game match concert theatre movie meeting shift
  flatmate flat date doctor
  freund freunde freundin freundinnen familie mama mutter papa vater frau mann kind kinder kindern sohn tochter baby schwester bruder eltern oma opa chef kollege kollegen kollegin mitbewohner truppe jungs madels
  hunger durst lust bock plane planen planung uberlegen uberlege denke dachte gehort gesehen gelesen unterwegs vorbei vorbeikommen kommen komme kommst gehen gehe fahren fahre laufen schauen reinschauen
  nahe ecke stadt hotel flughafen bahnhof zug bus bahn taxi google internet netz seite arbeit buro feierabend schicht wohnung
  kurze kurz frage fragen sorry moin servus tach hallochen grusse gruss liebe lg mfg vg danke dankeschon bitte ok okay
  heut grad gerad gradmal halt eh ne nich net nix gehts habts seids obs mal ma ebend ham hab wars ists unsern meinem meinen neben
  womit liegt vorbeizukommen lohnt sichs lebt leben anbieten konnt kriegt kriegen bekommt bekommen hochstens euro dauerts dicht gibts wars obs ists bereit fleisch
  geburtstag hochzeitstag feiern feiert konzert kino theater termin dazwischengekommen dazwischenkommt verlangt verlangen
  amigo amigos amiga amigas familia madre padre mujer marido novia novio pareja hijo hija hijos bebe hermano hermana padres abuela abuelo jefe companeros colegas chicos chicas gente
  hambre sed ganas pensando pensaba plan planes oido visto leido paso pasar pasamos pasarnos voy vamos ir llegar llegamos llego venir venimos vengo salir salgo caminando coche andando
  cerca esquina ciudad hotel alojado alojados aeropuerto estacion tren autobus bus metro taxi google internet pagina trabajo oficina casa
  pregunta preguntita duda consulta oye oiga oid mira perdon perdona disculpa disculpe saludos hola vale porfa porfi xfa xfavor q k pq xq tb tmb dnd cdo finde
  hecho hecha origen animal rato hice montante
  cumple cumpleanos aniversario celebrar celebramos concierto cine teatro reunion traerme traernos llevo
  ami amis amie amies copain copains copine copines famille mere pere femme mari compagnon enfant enfants fils fille bebe soeur frere parents mamie papi patron collegue collegues potes pote gars filles monde
  faim soif envie pense pensait penser compte compter entendu vu lu passe passer passerait passerions venir viens vient venons arrive arriver arrivons sortir sors aller allons rentrer marche voiture
  pres coin ville hotel aeroport gare train bus tram taxi gps google internet site travail bureau boulot maison
  question petite renseignement info coucou salut bjr bsr slt svp stp pr ds qd qq koi c'est ki dsl desole desolee merci mercii cdt
  montant prevoir faut chercher dedans vers genre
  anniv anniversaire fete feter concert cine cinema theatre reunion cortege
  amico amici amica amiche famiglia mamma madre papa padre moglie marito fidanzata fidanzato compagna compagno figlio figlia figli bimbo bimbi bimba sorella fratello genitori nonna nonno capo colleghi ragazzi ragazze gente
  fame sete voglia penso pensavo pensavamo pensando sentito visto letto passare passo passiamo passando venire veniamo vengo arrivare arriviamo arrivo andare andiamo uscire esco uscendo macchina piedi
  vicino angolo citta hotel albergo aeroporto stazione treno autobus bus tram taxi google internet sito lavoro ufficio casa
  domanda informazione info scusa scusate scusi salve buondi xke xche nn cmq grazie mille gentilmente cortesia per favore x
  saldare dentro giro lupi mettendo navigatore
  compleanno anniversario festeggiare concerto cinema teatro riunione problemi
  amigo amigos amiga amigas familia mae pai mulher marido namorada namorado filho filha filhos bebe irma irmao pais avo avos chefe colegas malta pessoal galera gente turma
  fome sede vontade pensar pensando pensava pensei ouvi vi li passar passamos passo passando vir vimos venho chegar chegamos chego ir vamos vou sair saio saindo carro pe
  perto esquina cidade hotel hospedado aeroporto estacao comboio trem autocarro onibus metro taxi uber gps google internet site pagina trabalho escritorio casa
  pergunta duda duvida oi ola boas ei opa desculpa desculpem pf pfv pfvr sff q qd qdo qto qtos qts hj vc vcs tb tbm td mt mto n ta to tou tamo tava pra pro pras pros num numa ne cara blz vlw obg obgda abs
  avisar precisar preciso clientes recebem
  aniversario festejar comemorar concerto show cinema teatro reuniao doido doida ainda ficar fico ficou
`;

const languages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const;

/** Words without a subject, by which a language is recognised. */
export const functionTerms = Object.fromEntries(
  languages.map((language) => [language, new Set(stopwords[language].map(fold))]),
) as Record<(typeof languages)[number], Set<string>>;

const fillers = new Set(
  [...languages.flatMap((language) => stopwords[language]), ...asides.trim().split(/\s+/)]
    .map(fold)
    .flatMap((term) => [term, stem(term)]),
);

/** A word that can stand beside any question without changing it. It may still be part of a name. */
export const isFiller = (term: { text: string; stem: string }): boolean =>
  fillers.has(term.text) || fillers.has(term.stem);
