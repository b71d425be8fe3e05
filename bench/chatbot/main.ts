import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { putQuestion, type Inquiry } from './put-question.ts';
import { RestaurantFacts } from './facts.ts';
import { judge, type BenchQuestion, type Judged } from './judge.ts';
import { loadRestaurant } from './load-restaurant.ts';
import { openApp } from './open-app.ts';
import { openForTalks, playConversation, type Played, type Conversation } from './talks.ts';

// npm run bench:chatbot
// Loads three restaurants of different countries through the API and asks each of them 60 questions in the storefront's chat. The questions
// of Montréal were written before the bot and are never used to improve it.
//
// npm run bench:chatbot -- --facts FACTS.json --questions QUESTIONS.jsonl --answers OUT.jsonl
// Loads that restaurant and writes its answers, one {id, answer, escalated} for each question.
//
// Both also play talks, as customers who write and press: 60 of them, in six languages and two that the bot does not speak.
// npm run bench:chatbot -- --talks TALKS.jsonl --answers OUT.jsonl
// plays others, one {id, isReached, isWrong, steps, heard, found} for each.

const { values } = parseArgs({
  options: {
    facts: { type: 'string' },
    questions: { type: 'string' },
    answers: { type: 'string' },
    talks: { type: 'string' },
    /** Shows each wrong answer, but for those of the held-out restaurant. */
    verbose: { type: 'boolean', default: false },
  },
});

const readLines = async <T>(file: string): Promise<T[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
const readFacts = async (file: string) => RestaurantFacts.parse(JSON.parse(await readFile(file, 'utf8')));

async function answerFile(factsFile: string, questionsFile: string, answersFile: string): Promise<void> {
  const [facts, questions] = [await readFacts(factsFile), await readLines<Inquiry>(questionsFile)];
  const app = await openApp();
  try {
    const loaded = await loadRestaurant(app, facts);
    for (const note of loaded.notes) console.error(`  ${note}`);
    const lines: string[] = [];
    for (const [index, question] of questions.entries())
      lines.push(JSON.stringify(await putQuestion(app, loaded, question, index)));
    await writeFile(answersFile, `${lines.join('\n')}\n`);
    console.log(`${facts.name}: ${lines.length} answers in ${answersFile}`);
  } finally {
    await app.close();
  }
}

/** Plays talks, each restaurant loaded once. */
async function playTalks(talks: Conversation[]): Promise<Played[]> {
  const app = await openApp();
  const played: Played[] = [];
  try {
    for (const [name, own] of Map.groupBy(talks, ({ restaurant }) => restaurant)) {
      const loaded = await loadRestaurant(
        app,
        await readFacts(join(import.meta.dirname, 'data', `${name}.facts.json`)),
      );
      await openForTalks(app, loaded);
      for (const conversation of own) played.push(await playConversation(app, loaded, conversation));
    }
  } finally {
    await app.close();
  }
  return played;
}

const HELD_OUT = 'montreal';
const restaurants = ['london', 'tokyo', HELD_OUT];
const LEAST_ACCURACY = 0.9;
const LEAST_RECALL = 0.95;

async function measure(): Promise<boolean> {
  const app = await openApp();
  const rows: Record<string, string | number>[] = [];
  let isGood = true;
  try {
    let index = 0;
    for (const name of restaurants) {
      const file = (kind: string) => join(import.meta.dirname, 'data', `${name}.${kind}`);
      const [facts, questions] = [
        await readFacts(file('facts.json')),
        await readLines<BenchQuestion>(file('questions.jsonl')),
      ];
      const loaded = await loadRestaurant(app, facts);
      for (const note of loaded.notes) console.error(`  ${name}: ${note}`);
      const judged: ({ question: BenchQuestion } & Judged)[] = [];
      for (const question of questions) {
        const answer = await putQuestion(app, loaded, question, (index += 1));
        const verdict = judge(question, answer);
        judged.push({ question, ...verdict });
        if (values.verbose && name !== HELD_OUT && (!verdict.isRight || verdict.isFalse))
          console.log(`${question.id} ${question.question}\n    ${answer.answer.replaceAll('\n', ' / ')}`);
      }
      const share = (kind: BenchQuestion['kind']) => {
        const all = judged.filter(({ question }) => question.kind === kind);
        return { right: all.filter(({ isRight }) => isRight).length, all: all.length };
      };
      const [exact, refused] = [share('exact'), share('unanswerable')];
      const falseAnswers = judged.filter(({ isFalse }) => isFalse).length;
      isGood &&=
        falseAnswers === 0 && exact.right / exact.all >= LEAST_ACCURACY && refused.right / refused.all >= LEAST_RECALL;
      rows.push({
        restaurant: name === HELD_OUT ? `${name} (held out)` : name,
        currency: facts.currency,
        questions: questions.length,
        'false answers': falseAnswers,
        'exact facts': `${exact.right}/${exact.all} (${percent(exact.right / exact.all)})`,
        'refusal recall': `${refused.right}/${refused.all} (${percent(refused.right / refused.all)})`,
      });
    }
  } finally {
    await app.close();
  }
  console.table(rows);
  console.log(
    isGood
      ? 'Within the limits: 0 false, 90 % exact, 95 % refused.'
      : 'Outside of the limits: 0 false, 90 % exact, 95 % refused.',
  );
  return isGood;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The talks that belong to the benchmark. */
async function measureTalks(): Promise<boolean> {
  const played = await playTalks(await readLines<Conversation>(join(import.meta.dirname, 'data', 'talks.jsonl')));
  const wrong = played.filter(({ isWrong }) => isWrong);
  const missed = played.filter(({ isReached }) => !isReached);
  for (const { id, heard, found } of missed) {
    console.log(`${id}: ${JSON.stringify(found)}`);
    if (values.verbose) console.log(`    ${heard.join('\n    ')}`);
  }
  const simple = Math.max(...played.filter(({ id }) => id.endsWith('-pickup')).map(({ steps }) => steps));
  console.log(
    `${played.length} talks: ${played.length - missed.length} reached or handed over as wanted, ${wrong.length} wrong; a simple order takes ${simple} messages and presses`,
  );
  return missed.length === 0 && wrong.length === 0 && simple <= 9;
}

if (values.talks) {
  if (!values.answers) throw new Error('--talks and --answers: give both');
  const played = await playTalks(await readLines<Conversation>(values.talks));
  await writeFile(values.answers, `${played.map((one) => JSON.stringify(one)).join('\n')}\n`);
} else if (values.facts || values.questions || values.answers) {
  if (!values.facts || !values.questions || !values.answers)
    throw new Error('--facts, --questions and --answers: give all three');
  await answerFile(values.facts, values.questions, values.answers);
} else if (!(await measureTalks()) || !(await measure())) process.exitCode = 1;
