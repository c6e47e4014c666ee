import { Checkbox, Input, Select, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { interfaceAuth, interfaceLog, logLevels, type interfaceView } from '../../common/interface.contract.ts';
import { interfaceCacheClear, interfaceCacheGet } from '../../common/interface-cache.contract.ts';
import './access.css';
import { InterfaceFacts } from './interface-facts.tsx';
import { InterfaceGrants } from './interface-grants.tsx';
import { viewReadings } from './view-readings.ts';

const dayMillis = 86_400_000;

/** What holds without a publish: name and callers, call log, authentication, cache; and who is granted the interface. */
export function Switches({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  return (
    <>
      <InterfaceFacts view={view} />
      <LogSwitch view={view} />
      <AuthSwitch view={view} />
      <CacheState view={view} />
      <InterfaceGrants id={view.id} />
    </>
  );
}

function LogSwitch({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const words = useWords();
  const [on, setOn] = useState(view.log === 1);
  const [level, setLevel] = useState(view.logLevel);
  const [keep, setKeep] = useState(view.logKeep);
  const detailed = level === 'full' || level === 'headers';
  return (
    <section className="acc-section">
      <h3>{words.field('log')}</h3>
      <div className="acc-head">
        <Switch aria-label={words.field('log')} checked={on} onChange={setOn} />
        <Select
          aria-label={words.field('logLevel')}
          value={level}
          options={logLevels.map((value) => ({ value, label: words.value('logLevel', value) }))}
          onChange={setLevel}
        />
        <Checkbox checked={keep} onChange={(event) => setKeep(event.target.checked)}>
          {t('log.keep')}
        </Checkbox>
        <ActionButton
          endpoint={interfaceLog}
          names={[view.name]}
          input={() => ({
            ids: [view.id],
            on: on ? (1 as const) : (0 as const),
            level,
            keep,
            until: detailed ? Date.now() + 7 * dayMillis : null,
          })}
          invalidates={viewReadings}
        >
          {t('log.apply')}
        </ActionButton>
        {detailed && <span className="acc-soft">{t('log.week')}</span>}
      </div>
    </section>
  );
}

function AuthSwitch({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const kit = useT('kit');
  const words = useWords();
  const [language] = useLanguage();
  const [reason, setReason] = useState('');
  const off = view.auth === 0;
  return (
    <section className="acc-section">
      <h3>{words.field('auth')}</h3>
      {off && view.authUntil !== null && (
        <p className="acc-red">{t('auth.offUntil', { time: timeText(view.authUntil, language), reason: view.authReason })}</p>
      )}
      <div className="acc-head">
        {!off && (
          <Input
            aria-label={words.field('authReason')}
            placeholder={t('auth.reason')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <ActionButton
          endpoint={interfaceAuth}
          names={[view.name]}
          confirm="ask"
          danger={!off}
          why={!off && reason.trim() === '' && kit('why.reason')}
          input={() =>
            off ? { ids: [view.id], on: 1 as const } : { ids: [view.id], on: 0 as const, reason, until: Date.now() + 30 * dayMillis }
          }
          invalidates={viewReadings}
        >
          {off ? t('auth.on') : t('auth.off')}
        </ActionButton>
      </div>
      {!off && <p className="acc-soft">{t('auth.hint')}</p>}
    </section>
  );
}

function CacheState({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const words = useWords();
  const [language] = useLanguage();
  const read = useRead(interfaceCacheGet, { id: view.id });
  return (
    <section className="acc-section">
      <h3>{words.field('cacheOn')}</h3>
      <div className="acc-head">
        {read.data && (
          <span>
            {t('cache.state', {
              entries: numberText(read.data.entries, language),
              bytes: numberText(read.data.bytes, language),
              hits: numberText(read.data.hits, language),
              misses: numberText(read.data.misses, language),
            })}
          </span>
        )}
        <ActionButton endpoint={interfaceCacheClear} names={[view.name]} input={{ ids: [view.id] }} invalidates={[interfaceCacheGet]}>
          {t('cache.clear')}
        </ActionButton>
      </div>
    </section>
  );
}
