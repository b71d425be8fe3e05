import type { ChannelTemplate } from '../../../contract/channels/calls.ts';
import css from './channels.module.css';
import { templateState } from './labels.ts';

/** The templates that Meta keeps for the account: what may be written after 24 hours. */
export function TemplateList({ templates }: { templates: readonly ChannelTemplate[] }) {
  if (templates.length === 0)
    return (
      <p className="g-soft">
        There are no templates. Without one, nobody can write to a customer later than 24 hours after their last
        message. Make some in WhatsApp Manager.
      </p>
    );
  return (
    <details className={css.templates}>
      <summary>
        {templates.length === 1 ? '1 template' : `${templates.length} templates`}, {countUsable(templates)} to send from
        Chats
      </summary>
      <ul>
        {templates.map((one) => (
          <li key={`${one.name} ${one.language}`} className="g-rule-below g-pad-y-8">
            <p className="g-row g-wrap g-spread g-gap-8">
              <b className="g-break">{one.name}</b>
              <span className="g-faint g-size-13">
                {one.language}, {templateState(one.status)}
                {one.status === 'APPROVED' && !one.is_usable && ', needs more than text'}
              </span>
            </p>
            <p className="g-soft g-break">
              <bdi>{one.body}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

const countUsable = (templates: readonly ChannelTemplate[]) => templates.filter(({ is_usable }) => is_usable).length;
