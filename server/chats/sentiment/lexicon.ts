/**
 * What words say about a restaurant, in addition to the library's general lexicon: positive above 0, negative below, at most 1 either way.
 * By lemma or, where the lemma loses the sense, by the word itself.
 */
export const weights: Readonly<Record<string, number>> = {
  ...weigh(
    -0.8,
    'awful terrible horrible disgusting inedible appalling shocking dreadful atrocious rubbish garbage crap shit trash vile gross rank',
  ),
  ...weigh(
    -0.7,
    'rude cold burnt burned raw undercooked overcooked soggy stale sour mouldy moldy rotten hair cockroach bug slug vomit sick ill poisoning ripoff scam',
  ),
  ...weigh(
    -0.6,
    'refund unacceptable disappointed disappointing disappointment disgrace joke pathetic useless waste overpriced overcharged overcharge complaint complain annoyed annoying furious angry fuming gutted ruined spoiled worst worse lukewarm greasy bland tasteless chewy rubbery soaked spilled spilt leaked leaking squashed smashed dirty filthy sticky unprofessional dismissive ignored ignore',
  ),
  ...weigh(
    -0.45,
    'wrong missing forgot forgotten mistake incorrect salty dry tough hard slow unhappy upset poor bad mess wait waited unimpressed underwhelming underwhelmed mediocre frustrating frustrated ashamed shame pity sadly unfortunately smelly tiny stingy empty broken sad unwelcome unwelcoming dissapointed dissapointing dissappointed disapointed meh ugh shady stomach plastic noisy limp brown loud mortified stressful binned expensive shambles chaos letdown lacking ridiculous watery frozen charged twice hungup',
  ),
  ...weigh(-0.3, 'late never nobody noone supposed error fault problem issue hopeless nothing'),
  ...weigh(
    0.8,
    'delicious amazing incredible outstanding excellent fantastic gorgeous divine unreal phenomenal superb stunning heavenly banging belter perfection unbelievable',
  ),
  ...weigh(
    0.6,
    'nicest kindest yummmm yumm slapped slaps craving lovely wonderful brilliant perfect tasty yummy yum scrumptious best love loved obsessed delighted favourite favorite impressed spotless flawless satisfied sweet rock rocks legend legends legendary gem class lush deadly magic mint recommend recommending compliment compliments',
  ),
  ...weigh(
    0.4,
    'patient careful calm smile gem joy great awesome enjoyed enjoy fresh friendly kind welcoming helpful attentive generous crispy juicy tender cosy cozy happy grateful appreciate appreciated special fab ace superfast speedy regulars hooray unforgettable memorable smiling hype',
  ),
  ...weigh(0.25, 'good nice cheers congrats congratulations pleased worth treat'),
};

/** Signs that say it without words. */
export const signs: Readonly<Record<string, number>> = {
  ...weigh(0.5, '😍 ❤ ❤️ 🥰 🤩 😋 🤤 👌 💯 🔥 ⭐ 🌟 😊 😀 😃 😄 🥳 💕 🧡 💛 💚 💙 💜 👏 🙌 🤗 😘'),
  ...weigh(0.25, '👍 🙏 🙂 🎉 🎂 :)'),
  ...weigh(-0.6, '😡 🤬 😠 🤮 🤢 👎 😤 💩 😭 😩 😫 🙄 😒 😞 😔 😑 :('),
};

/** Phrases, with a space at each end; they count besides their words. */
export const phrases: readonly (readonly [RegExp, number])[] = [
  [
    / (still|yet) (waiting|no|not|nothing|nowhere)| no sign of | never (came|arrived|turned|showed|got|again|received) /,
    -0.7,
  ],
  [/ (not|n't|nt|didn t) (what|as) (i|we) (ordered|asked|expected|described) | nothing like /, -0.7],
  [
    / (had|have|been) (to )?(wait|waiting|waited|on hold) | waited (over|nearly|almost|more|an|for|\d+) | kept waiting /,
    -0.6,
  ],
  [
    / (over|nearly|almost|about|for|an|one|two|2|3) (an )?hours? (late|now|and|wait|for|later|already) | (mins|minutes) late /,
    -0.5,
  ],
  [/ money back | want (a|my) (refund|money) | charged (me |us )?(twice|double|for) | out of pocket /, -0.7],
  [
    / (nobody|no one|noone) (answers?|answering|picks?|picked|replied|replies|came|is|even|seems?|told|bothered) /,
    -0.6,
  ],
  [
    / (won't|wont|will not|never) (be )?(order|ordering|come|coming|be back|return|use|using|going) | last time (i|we) (order|come|eat) /,
    -0.8,
  ],
  [
    / (was|were|is|are|weren't|wasn't) (missing|not there|not in the bag|left out) | (forgot|missed) (my|our|the|to) /,
    -0.6,
  ],
  [
    / (not|isn't|wasn't|aren't|weren't|isnt|wasnt) (good|great|happy|impressed|ok|okay|acceptable|fresh|nice|worth|hot|warm|cooked|right|the best) /,
    -0.8,
  ],
  [
    / (let|letting) (me|us) down | put (me|us) off | gone downhill | went downhill | left a lot | could(n't| not) (even )?eat | thrown? (it )?away| in the bin /,
    -0.8,
  ],
  [
    / (10|ten|5|five) (out of )?(10|ten|5|five) | worth (it|the|every) | (never|always) (miss|deliver|change) | (customer|fan) for life | marry | nothing beats| better than (my|home)| on the house | means a lot | thank(s| you) from | (nobody|no one|noone) complained | hope (you're|youre) happy /,
    0.7,
  ],
  [
    / (buzzer|bell|intercom|lift) (is |doesn't |doesnt )?(broken|work|not)| how long is the wait| too late (to|for)| instead of | need to cancel | no problem /,
    0.5,
  ],
  [
    / (rang|called|phoned|messaged|emailed) (you )?(twice|\d+|two|three|four|five|several)| no answer | no table | (drove|came|walked) .*for nothing| (walked|stormed) out | sat (there )?for \d+| going down | what is the point | come off it | expected (much |way |a lot |so much )?(better|more) | (i've|i have|ive) had better | my fault | (do|does) (you|anyone|anybody) (even|actually) | sent? (it|them|two|both|everything)( plates| dishes)? back | down my | all over (the|my) | pure vegetarian | chicken (piece )?inside | just for decoration /,
    -0.7,
  ],
  [
    / (isn't|isnt|not) here | said (it was |it's )?(delivered|ready) | (i|we) (specifically )?(asked|said|wrote|ordered) (for )?no | there (is|are|was|were) (still )?(nuts?|mayo|cheese|onions?|meat|hair|a hair) | \d+ minutes for | [£€$]\d+ for | won't rush /,
    -0.5,
  ],
  [
    / (running|be|bit|few minutes|mins|minutes) (a |about |around )?(bit )?(late|\d+ min) | wrong (chat|number|person) /,
    0.5,
  ],
  [
    / (isn't|isnt|wasn't|wasnt|not) what (i|we) | having a laugh | (used to be|were|was) (so much )?better | give up | somewhere else | rolled (her|his|their) eyes /,
    -0.7,
  ],
  [
    / (pink|raw|frozen|cold) (inside|in the middle)| like (a )?(shoe|rubber|cardboard|water|leather|plastic)| basically water | has (meat|mince|nuts|milk|chicken|hair) /,
    -0.7,
  ],
  [
    / (third|fourth|fifth|second|3rd|4th|2nd) time | (are|is) (you|anybody|anyone|someone) (even )?(reading|there|listening) | door was (locked|closed|shut)| (cancelled|canceled) (my|our) /,
    -0.6,
  ],
  [
    / (speak|talk) to (a|the|your) (manager|owner) | allergic | (marked as|says) delivered | where is (my|our) (food|order) /,
    -0.35,
  ],
  [
    / (exactly what|just what) (i|we) (needed|wanted) | (is|are) life | that good | so good | what a (night|meal|evening|place|treat) | what i call service | tastes? like (my|home)| like (my )?grand(ma|mother)/,
    0.8,
  ],
  [/ (thanks|thank you) (for nothing|a lot for) /, -0.9],
  [
    / (thank you|thanks|ty|cheers) (so|very|all|again|a million|guys|for (the|a|an|everything|your|such|making|looking|being|last|sorting|coming|all|having)) /,
    0.45,
  ],
  [/ (really|so|very|super) (good|nice|kind|fresh|friendly|helpful|quick|tasty|pleased|happy) /, 0.3],
  [
    / (spot|bang) on | top (notch|class|marks|tier) | blown? away | hit the spot | out of this world | to die for | made (my|our|her|his) (day|night|evening|week|birthday|year) /,
    0.8,
  ],
  [
    / (will|we'll|i'll|ill|defo|definitely|def|100%) (definitely |def |be |be coming |come )?(back|again|return|order again|ordering again|recommend)/,
    0.6,
  ],
  [
    / (can't|cant|could not|couldn't) (fault|stop|get enough|recommend) |(5|five|10|ten) (stars?|out of (5|10))| well (done|worth) | hats off | keep it up | keep up | never (disappoints?|fails?|lets) | second to none/,
    0.8,
  ],
];

/** Words that begin a question or a request: politeness there is no praise. */
export const asking =
  /^(hi|hello|hey|hiya|noted|sure|yes|yep|yeah|no|nope|great|perfect|thanks|thank you|cool|good|morning|evening|afternoon|team|there|guys|and|so|also|or|ok|okay|please|pls|plz|sorry|quick|[,.!\s])*(can|could|do|does|did|is|are|was|were|will|would|what|whats|what's|when|where|wheres|who|how|how's|hows|which|why|may|any|have|has|should|i'd like|id like|i would|i want|i'll have|ill have|we'd|we would|i need|need|want|please|pls|just|1|2|3|4|one|two|three|make it|table|see you|then|that's fine|\d+|will do|noted)\b|^(ok|okay|sure|noted|great|perfect|cool|good|yes|no|thanks|thank you|thx|ta|cheers|lovely|[,.!👍🙏\s])+$/u;

/** Nouns that say nothing alone. */
export const empty: ReadonlySet<string> = new Set(
  `thing time day today tonight tomorrow yesterday week weekend month year hour minute min mins second morning afternoon evening night noon lunchtime
  thank thanks please hello guy guys mate team people person everyone someone anyone nobody man woman girl boy wife husband friend family kid child
  son daughter mum mom mother dad father nan half bit lot way one two first last kind sort type part end place number name message note question
  answer reason point case idea fact problem issue matter chance moment order thing stuff something anything nothing everything god lol tbh omg
  pls plz yes yeah okay sorry cheers congrat birthday anniversary life world home house door street road flat floor lane avenue monday tuesday
  wednesday thursday friday saturday sunday january february march april june july august september october november december`.split(
    /\s+/,
  ),
);

function weigh(weight: number, terms: string): Record<string, number> {
  return Object.fromEntries(terms.split(' ').map((term) => [term, weight]));
}
