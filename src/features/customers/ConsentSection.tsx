import { useCallback, useState } from 'react';
import { Button, Select, Switch } from '@fluentui/react-components';
import { consentMedia, listConsents, type ConsentMedium } from '../../../contract/customers/calls.ts';
import { send } from '../../api/send.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { mutate } from '../../data/mutate.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { consentSources, mediumLabels } from './labels.ts';
import { setConsent } from './mutations.ts';
import css from './panel.module.css';
import type { CustomerRow } from './queries.ts';
import { capital } from '../../lib/capital.ts';

interface Props {
  customer: CustomerRow;
  timezone: string;
  now: number;
}

/** What the customer said about marketing, by medium. Nobody asked means no. */
export function ConsentSection({ customer, timezone, now }: Props) {
  const [source, setSource] = useState<string>(consentSources[0]);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const say = (medium: ConsentMedium, granted: boolean) =>
    mutate(setConsent, { path: { id: customer.id, medium }, body: { granted, source } });
  return (
    <section>
      <h3>Marketing</h3>
      <label className={`g-row g-gap-8 ${css.source}`}>
        <span className="g-soft g-nowrap">Consent given</span>
        <Select value={source} onChange={(_event, data) => setSource(data.value)}>
          {consentSources.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </label>
      <ul>
        {consentMedia.map((medium) => {
          const said = customer.marketing_consent[medium];
          return (
            <li key={medium} className={`g-row g-gap-8 ${css.consent}`}>
              <Switch
                className="g-fill"
                label={capital(mediumLabels[medium])}
                checked={said?.granted ?? false}
                onChange={(_event, data) => say(medium, data.checked)}
              />
              <span className="g-text-13 g-faint g-text-end">
                {said
                  ? `${said.granted ? 'Yes' : 'No'}, ${said.source.toLowerCase()}, ${shortUntil(said.at, timezone, now)}`
                  : 'Not asked'}
              </span>
            </li>
          );
        })}
      </ul>
      <Button appearance="subtle" aria-expanded={isHistoryOpen} onClick={() => setIsHistoryOpen(!isHistoryOpen)}>
        {isHistoryOpen ? 'Hide the history' : 'Show the history'}
      </Button>
      {isHistoryOpen && <History key={customer.version} customerId={customer.id} timezone={timezone} now={now} />}
    </section>
  );
}

function History({ customerId, timezone, now }: { customerId: string; timezone: string; now: number }) {
  const isOnline = useIsOnline();
  const read = useCallback(
    (signal: AbortSignal) => send(listConsents, { path: { id: customerId } }, { signal }),
    [customerId],
  );
  const { answer } = useServerData(read);
  if (!answer?.ok)
    return (
      <p className="g-faint g-pad-y-8">
        {isOnline && !answer ? 'Loading …' : 'The history is on the server. Connect this device to see it.'}
      </p>
    );
  if (answer.data.changes.length === 0) return <p className="g-faint g-pad-y-8">Nobody has asked yet.</p>;
  return (
    <ul className="g-text-13" aria-label="History of consents">
      {answer.data.changes.map(({ id, medium, granted, source, at, actor }) => (
        <li key={id} className={`g-row g-gap-8 g-rule-below ${css.consent}`}>
          <span className="g-fill">
            {capital(mediumLabels[medium])}: {granted ? 'yes' : 'no'}, {source.toLowerCase()}
            {actor && (
              <>
                , noted by <bdi>{actor.name}</bdi>
              </>
            )}
          </span>
          <time className="g-faint" dateTime={at}>
            {shortUntil(at, timezone, now)}
          </time>
        </li>
      ))}
    </ul>
  );
}
