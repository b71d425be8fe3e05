import { useId, useState, type FormEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { list, type ChannelTemplate } from '../../../contract/channels/calls.ts';
import type { Chat, TemplateChoice } from '../../../contract/chats/calls.ts';
import { renderTemplate } from '../../../contract/chats/reply.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './composer.module.css';

interface Props {
  chat: Pick<Chat, 'customer_name'>;
  onSend: (text: string, template: TemplateChoice) => void;
  onClose: () => void;
}

/** Chooses one of the templates that Meta has approved and fills in its gaps. */
export function TemplatePicker({ chat, onSend, onClose }: Props) {
  const { answer } = useQuery(list, {});
  const [chosen, setChosen] = useState(0);
  const [values, setValues] = useState<string[]>([]);
  const id = useId();
  const usable = answer?.ok ? answer.data.flatMap(({ templates }) => templates).filter((one) => one.is_usable) : [];
  const template: ChannelTemplate | undefined = usable[chosen];
  const parameters = Array.from({ length: template?.parameters ?? 0 }, (_, place) => values[place]?.trim() ?? '');
  const isComplete = template !== undefined && parameters.every((value) => value !== '');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!template || !isComplete) return;
    const { name, language, body } = template;
    onSend(renderTemplate(body, parameters), { name, language, parameters });
  }

  return (
    <form className={`g-stack g-gap-12 g-surface g-rule-above ${css.picker}`} aria-label="Template" onSubmit={submit}>
      {answer === null && <p className="g-faint">Loading the templates</p>}
      {answer?.ok === false && (
        <p className="g-warn">The templates are on the server. Choose one when you are online.</p>
      )}
      {answer?.ok && usable.length === 0 && (
        <p className="g-warn">There is no template that can be sent from here. Make one in WhatsApp Manager.</p>
      )}
      {template && (
        <>
          <label className="g-stack g-gap-4" htmlFor={id}>
            Template
            <select
              id={id}
              className="g-input"
              value={chosen}
              onChange={({ target }) => {
                setChosen(Number(target.value));
                setValues([]);
              }}
            >
              {usable.map((one, place) => (
                <option key={`${one.name} ${one.language}`} value={place}>
                  {one.name} ({one.language})
                </option>
              ))}
            </select>
          </label>
          {parameters.map((_, place) => (
            <TextField
              // Gaps have no names, only places.
              // eslint-disable-next-line react/no-array-index-key
              key={place}
              label={`Gap ${place + 1}`}
              maxLength={1024}
              value={values[place] ?? ''}
              onChange={(value) =>
                setValues(parameters.map((known, at) => (at === place ? value : (values[at] ?? known))))
              }
              required
            />
          ))}
          <p className={`g-soft g-break ${css.preview}`}>
            <bdi>
              {renderTemplate(
                template.body,
                parameters.map((value, place) => value || `[gap ${place + 1}]`),
              )}
            </bdi>
          </p>
        </>
      )}
      <div className="g-row g-wrap g-gap-12">
        {template && (
          <Button type="submit" appearance="primary" disabledFocusable={!isComplete}>
            Send to {chat.customer_name}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
