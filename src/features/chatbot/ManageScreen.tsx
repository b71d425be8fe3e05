import { Button, Checkbox, Select, Textarea } from '@fluentui/react-components';
import { useId, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { Redirect } from 'wouter';
import { FAQS_MAX, GREETING_MAX, QUESTION_MAX, type Chatbot } from '../../../contract/chatbot/calls.ts';
import { chatbotLanguages, chatbotTones, nameOfLanguage } from '../../../contract/chatbot/rows.ts';
import { newId } from '../../data/ids.ts';
import { links } from '../../links.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/page/toast.ts';
import css from './chatbot.module.css';
import { ChatbotStates } from './ChatbotStates.tsx';
import { EnableSwitch, TakingSwitches, TimesSelect } from './EnableSwitch.tsx';
import { KnowledgeList } from './KnowledgeList.tsx';
import { greetingOf, toneLabels } from './labels.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { saveManaged, type Managed } from './requests.ts';
import { TestChat } from './TestChat.tsx';
import { UnansweredList } from './UnansweredList.tsx';
import { useChatbot } from './use-chatbot.ts';
import { useAction } from '../../api/use-action.ts';

/** Whether the bot answers, what it says first, how it speaks, and what it knows besides the records. */
export function ManageScreen() {
  const { chatbot, keptAt, isUnread, failure, ask } = useChatbot();
  if (chatbot && !chatbot.is_chatbot_created) return <Redirect to={links.chatbotSetup()} replace />;
  return (
    <Page title="Manage the chatbot" breadcrumb={[{ label: 'Chatbot', to: links.chatbot() }]}>
      {chatbot ? (
        <div className={css.columns}>
          <div className="g-stack g-gap-16">
            <SpeechSection chatbot={chatbot} />
            <FaqSections chatbot={chatbot} />
            <PaymentSection chatbot={chatbot} />
          </div>
          <div className="g-stack g-gap-16">
            <section className={`g-group ${css.card}`} aria-label="Customers">
              <EnableSwitch chatbot={chatbot} />
              <TimesSelect chatbot={chatbot} />
              <TakingSwitches chatbot={chatbot} />
            </section>
            <KnowledgeList shown={{ chatbot, keptAt, isUnread }} />
            <TestChat />
          </div>
        </div>
      ) : (
        <ChatbotStates failure={failure} ask={ask} />
      )}
    </Page>
  );
}

interface SectionProps {
  chatbot: Chatbot;
}

interface FrameProps extends SectionProps {
  title: string;
  saveWords: string;
  /** What is sent; null: something is wrong, and `children` shows it. */
  read: () => Managed | null;
  children: (errors: Record<string, string>) => ReactNode;
}

function Frame({ chatbot, title, saveWords, read, children }: FrameProps) {
  const { run, isBlocked, why, fault, errors, stateId } = useAction();
  const id = useId();
  async function save() {
    const body = read();
    const changed = body && changedOf(body, chatbot);
    if (changed && Object.keys(changed).length > 0 && (await run(() => saveManaged(changed)))?.ok)
      showToast({ title: `${title} saved` });
  }
  return (
    <form
      className={`g-group ${css.card}`}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 className="g-group-title" id={id}>
        {title}
      </h2>
      {children(errors)}
      <div className={css.buttons}>
        <Button type="submit" appearance="primary" aria-describedby={stateId} disabledFocusable={isBlocked}>
          {saveWords}
        </Button>
      </div>
      <p id={stateId} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || why}
      </p>
    </form>
  );
}

export function SpeechSection({ chatbot }: SectionProps) {
  const [greeting, setGreeting] = useState(chatbot.greeting);
  const [tone, setTone] = useState(chatbot.tone);
  const [languages, setLanguages] = useState(chatbot.languages);
  const [isNone, setIsNone] = useState(false);
  const id = useId();
  return (
    <Frame
      chatbot={chatbot}
      title="Greeting and languages"
      saveWords="Save greeting and languages"

      read={() => {
        setIsNone(languages.length === 0);
        return languages.length === 0 ? null : { greeting, tone, languages };
      }}
    >
      {(errors) => (
        <>
          <FieldFrame
            id={`${id}-greeting`}
            label="Greeting"
            error={errors.greeting ?? null}
            hint="Stands before its first answer in a chat. Empty: the usual one."
          >
            <Textarea
              id={`${id}-greeting`}
              name="greeting"
              rows={3}
              maxLength={GREETING_MAX}
              placeholder={greetingOf({ ...chatbot, greeting: '' })}
              value={greeting}
              aria-describedby={`${id}-greeting-below`}
              onChange={(_event, data) => setGreeting(data.value)}
            />
          </FieldFrame>
          <FieldFrame id={`${id}-tone`} label="Tone">
            <Select
              id={`${id}-tone`}
              value={tone}
              onChange={(_event, { value }) => setTone(chatbotTones.find((one) => one === value) ?? 'friendly')}
            >
              {chatbotTones.map((one) => (
                <option key={one} value={one}>
                  {toneLabels[one]}
                </option>
              ))}
            </Select>
          </FieldFrame>
          <fieldset className={css.choices}>
            <legend className="g-strong">Languages</legend>
            {chatbotLanguages.map((language) => (
              <Checkbox
                key={language}
                label={nameOfLanguage(language, 'en')}
                checked={languages.includes(language)}
                onChange={(_event, { checked }) =>
                  setLanguages(
                    chatbotLanguages.filter((one) => (one === language ? Boolean(checked) : languages.includes(one))),
                  )
                }
              />
            ))}
          </fieldset>
          <p className={isNone ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
            {isNone
              ? 'Choose at least one language.'
              : 'It answers in the language of the question. For others it takes the first of these.'}
          </p>
        </>
      )}
    </Frame>
  );
}

/** What the bot could not answer, and the owner's answers. */
function FaqSections({ chatbot }: SectionProps) {
  const [faqs, setFaqs] = useState(chatbot.faqs);
  const [added, setAdded] = useState<string | null>(null);
  return (
    <>
      <UnansweredList
        faqs={faqs}
        onAnswer={(question) => {
          const id = newId();
          setFaqs((before) => [...before, { id, q: question, a: '' }]);
          setAdded(id);
        }}
      />
      <FaqSection chatbot={chatbot} faqs={faqs} setFaqs={setFaqs} added={added} />
    </>
  );
}

interface FaqProps extends SectionProps {
  faqs: Chatbot['faqs'];
  setFaqs: Dispatch<SetStateAction<Chatbot['faqs']>>;
  /** The question that waits for its answer. */
  added: string | null;
}

function FaqSection({ chatbot, faqs, setFaqs, added }: FaqProps) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const set = (id: string, change: Partial<Chatbot['faqs'][number]>) =>
    setFaqs((before) => before.map((faq) => (faq.id === id ? { ...faq, ...change } : faq)));
  return (
    <Frame
      chatbot={chatbot}
      title="Questions and answers"
      saveWords="Save questions"

      read={() => {
        const written = faqs.filter(({ q, a }) => q.trim() !== '' || a.trim() !== '');
        const isHalf = written.some(({ q, a }) => q.trim() === '' || a.trim() === '');
        setIsIncomplete(isHalf);
        if (isHalf) return null;
        setFaqs(written);
        return { faqs: written };
      }}
    >
      {() => (
        <>
          <p className="g-soft">What customers ask often. The bot gives your answer word for word.</p>
          {faqs.map((faq, at) => (
            <div key={faq.id} className="g-stack g-gap-8" role="group" aria-label={`Question ${at + 1}`}>
              <TextField
                label="Question"
                value={faq.q}
                maxLength={QUESTION_MAX}
                aside={
                  <Button
                    appearance="subtle"
                    aria-label={`Remove question ${at + 1}`}
                    onClick={() => setFaqs((before) => before.filter(({ id }) => id !== faq.id))}
                  >
                    Remove
                  </Button>
                }
                onChange={(q) => set(faq.id, { q })}
              />
              <TextField
                label="Answer"
                value={faq.a}
                maxLength={1000}
                takesFocus={faq.id === added}
                onChange={(a) => set(faq.id, { a })}
              />
            </div>
          ))}
          {isIncomplete && (
            <p className="g-size-13 g-bad" role="alert">
              Each question needs its answer.
            </p>
          )}
          {faqs.length < FAQS_MAX && (
            <div>
              <Button onClick={() => setFaqs((before) => [...before, { id: newId(), q: '', a: '' }])}>
                Add a question
              </Button>
            </div>
          )}
        </>
      )}
    </Frame>
  );
}

const usualMethods: readonly (readonly [method: string, label: string])[] = [
  ['cash', 'Cash'],
  ['card', 'Card'],
  ['card_online', 'Card online'],
  ['bank_transfer', 'Bank transfer'],
  ['mobile_money', 'Mobile money'],
];

export function PaymentSection({ chatbot }: SectionProps) {
  const isUsual = (method: string) => usualMethods.some(([one]) => one === method);
  const [chosen, setChosen] = useState(chatbot.payment_methods.filter(isUsual));
  const [others, setOthers] = useState(chatbot.payment_methods.filter((method) => !isUsual(method)).join(', '));
  return (
    <Frame
      chatbot={chatbot}
      title="Ways to pay"
      saveWords="Save ways to pay"

      read={() => ({
        payment_methods: [...chosen, ...others.split(',').flatMap((method) => method.trim() || [])].slice(0, 20),
      })}
    >
      {(errors) => (
        <>
          <fieldset className={css.choices}>
            <legend className="g-hidden">Ways to pay</legend>
            {usualMethods.map(([method, label]) => (
              <Checkbox
                key={method}
                label={label}
                checked={chosen.includes(method)}
                onChange={(_event, { checked }) =>
                  setChosen((before) => (checked ? [...before, method] : before.filter((one) => one !== method)))
                }
              />
            ))}
          </fieldset>
          <TextField
            label="Others"
            value={others}
            placeholder="Gift cards, meal vouchers"
            hint="Separated by commas"
            error={Object.entries(errors).find(([field]) => field.startsWith('payment_methods'))?.[1] ?? null}
            onChange={setOthers}
          />
        </>
      )}
    </Frame>
  );
}
