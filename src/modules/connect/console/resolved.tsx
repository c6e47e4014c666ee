import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { PlatformSelect } from '#kit/console/form/platform-select.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { connectResolve, type ConnectParamRow } from '../common/connect.contract.ts';
import './connect.css';

const platformText = (platform: number | null): string => {
  const known = platforms.find((one) => one === platform);
  return known === undefined ? '' : platformNames[known];
};

/** A parameter, and what a widget is given on a platform: which value holds, and from where it comes. */
export function ParamDetail({ param }: { param: ConnectParamRow }): ReactElement {
  const t = useT('connect');
  return (
    <>
      <Facts
        row={param}
        facts={[
          { name: 'widgetId', as: 'code' },
          { name: 'platform', show: ({ platform }) => platformText(platform) },
          { name: 'kind', as: 'enum' },
          { name: 'value' },
          { name: 'hasSecret', as: 'boolean' },
          { name: 'visible', as: 'enum' },
          { name: 'ownerDeptName' },
          { name: 'description' },
        ]}
      />
      <section className="wco-try">
        <h3>{t('resolve.title')}</h3>
        <Resolved first={param.widgetId ?? ''} at={param.platform ?? platforms[0]} />
      </section>
    </>
  );
}

function Resolved({ first, at }: { first: string; at: number }): ReactElement {
  const t = useT('connect');
  const [widgetId, setWidget] = useState(first);
  const [platform, setPlatform] = useState(at);
  const request = useSettled(widgetId.trim());
  const { data } = useRead(connectResolve, { widgetId: request, platform }, { enabled: request !== '' });
  return (
    <>
      <Input
        aria-label={t('resolve.widget')}
        placeholder={t('resolve.widget')}
        maxLength={64}
        value={widgetId}
        onChange={({ target }) => setWidget(target.value)}
      />
      <PlatformSelect
        label={t('field.platform')}
        options={platforms.map((value) => ({ value, label: platformNames[value] }))}
        value={platform}
        onChange={(next) => next !== null && setPlatform(next)}
      />
      {data && data.list.length === 0 && <p>{t('resolve.nothing')}</p>}
      {data && data.list.length > 0 && (
        <dl role="status">
          {data.list.map(({ id, name, value, from }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>
                {value ?? t('resolve.hidden')} <small>{t(`resolve.from.${from}`)}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
