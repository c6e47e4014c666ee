import { Button, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Opens } from '#kit/console/action/opens.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { platformList, platformPublish, platformRollback, type PlatformView } from '../../common/platform.contract.ts';
import { readings } from '../readings.ts';
import { PlatformEditor } from './platform-editor.tsx';
import { PlatformHistory } from './platform-history.tsx';
import './servers.css';

const Qr = later('qr', async () => (await import('#kit/console/shell/own/qr.tsx')).Qr);
const nothing = {};

/** What each platform gets: the draft beside what a terminal is told. */
export function Platforms(): ReactElement {
  const t = useT('servers');
  const [chosen, setChosen] = useState<Platform>(1);
  const { data, error, refetch } = useRead(platformList, nothing);
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  const view = data.list.find(({ platform }) => platform === chosen);
  return (
    <>
      <Segmented<Platform>
        aria-label={t('field.platform')}
        value={chosen}
        options={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
        onChange={setChosen}
      />
      {view && (
        <div className="ws-platform">
          <section className="ws-card" aria-label={t('platform.draft')}>
            <h3>{t('platform.draft')}</h3>
            {/* Saved meanwhile, it begins again with what stands. */}
            <PlatformEditor key={`${view.id} ${view.version}`} view={view} />
          </section>
          <Told view={view} publicKey={data.publicKey} />
        </div>
      )}
    </>
  );
}

function Told({ view, publicKey }: { view: PlatformView; publicKey: string }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  const { platform, version, published, changed, content } = view;
  const name = t(`platform.${platform}`);
  return (
    <section className="ws-card" aria-label={t('platform.told')}>
      <h3>{t('platform.told')}</h3>
      <p>
        {published
          ? t('platform.version', { n: published.docVersion, time: timeText(published.publishedAt, language) })
          : t('platform.none')}
      </p>
      <p className={changed ? 'ws-bad' : 'ws-soft'}>{t(changed ? 'platform.differs' : 'platform.same')}</p>
      <div className="ws-foot">
        <ActionButton
          type="primary"
          danger={false}
          endpoint={platformPublish}
          input={{ platform, version }}
          names={[name]}
          confirm="ask"
          invalidates={readings}
          disabled={!changed}
        />
        {published && (
          <Opens content={() => <Qr text={`${window.location.origin}/client/bootstrap/get?platform=${platform}`} />}>
            <Button>{t('platform.qr')}</Button>
          </Opens>
        )}
      </div>
      {changed && <Document title={t('platform.preview')} text={JSON.stringify(content, null, 2)} />}
      {published && (
        <>
          <Document title={t('platform.document')} text={JSON.stringify(JSON.parse(published.document), null, 2)} />
          <Document title={`${t('platform.signature')} (${published.keyId})`} text={published.signature} />
          <Document title={t('platform.key')} text={publicKey} />
        </>
      )}
      <Former view={view} />
      <h3>{t('tab.history')}</h3>
      <PlatformHistory id={view.id} />
    </section>
  );
}

function Document({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <>
      <p className="ws-soft">{title}</p>
      {/* It scrolls, so it can be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region without controls needs a stop of its own (WCAG 2.1.1) */}
      <pre className="ws-document" tabIndex={0} role="region" aria-label={title}>
        {text}
      </pre>
    </>
  );
}

function Former({ view }: { view: PlatformView }): ReactElement | null {
  const t = useT('servers');
  const [language] = useLanguage();
  const { platform, version, former } = view;
  if (former.length === 0) return null;
  return (
    <>
      <p className="ws-soft">{t('platform.former')}</p>
      <ul>
        {former.map(({ docVersion, publishedAt }) => (
          <li key={docVersion}>
            {t('platform.version', { n: docVersion, time: timeText(publishedAt, language) })}{' '}
            <ActionButton
              type="link"
              size="small"
              danger={false}
              endpoint={platformRollback}
              input={{ platform, version, docVersion }}
              names={[t(`platform.${platform}`)]}
              invalidates={readings}
            >
              {t('platform.back', { n: docVersion })}
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  );
}
