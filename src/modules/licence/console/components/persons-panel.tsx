import { App, Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useRunning } from '#kit/console/call/use-running.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { licencePersonsGet, licencePersonsSet, type LicencePersons } from '../../common/licence.contract.ts';
import './licence.css';

/** Who is told of the licence. */
export function PersonsPanel(): ReactElement {
  const t = useT('licence');
  const { data, error, refetch } = useRead(licencePersonsGet, {});
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingRows rows={4} columns={2} />;
  if (data.list.length === 0) return <EmptyState title={t('persons.none')} hint={t('persons.noneHint')} />;
  return <Choice key={data.list.map(({ id, licence }) => `${id}${licence}`).join()} list={data.list} />;
}

function Choice({ list }: LicencePersons): ReactElement {
  const t = useT('licence');
  const { message } = App.useApp();
  const { granted, name } = useActionName(licencePersonsSet);
  const before = list.filter(({ licence }) => licence).map(({ id }) => id);
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const [saving, run] = useRunning();
  const differs = chosen.length !== before.length || chosen.some((id) => !before.includes(id));
  const save = (): Promise<void> =>
    run(async () => {
      await call(licencePersonsSet, { ids: [...chosen] });
      void message.success(t('persons.saved'));
      await invalidate(licencePersonsGet);
    });
  const channelText = (channel: string): string =>
    channel === 'console' || channel === 'mail' || channel === 'webhook' ? t(`channel.${channel}`) : channel;
  return (
    <section className="lic-card lic-persons">
      <p className="lic-soft">{t('persons.hint')}</p>
      <ul>
        {list.map(({ id, name: person, channels, enabled }) => (
          <li key={id}>
            <Checkbox
              checked={chosen.includes(id)}
              disabled={!granted}
              onChange={({ target }) => setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {person}
            </Checkbox>
            <small>{[...channels.map(channelText), ...(enabled ? [] : [t('persons.disabled')])].join(' · ')}</small>
          </li>
        ))}
      </ul>
      {granted && (
        <OffButton type="primary" off={!differs && 'nothing'} loading={saving} onClick={() => void save()}>
          {name}
        </OffButton>
      )}
    </section>
  );
}
