import { DatePicker, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { PlatformSelect } from '#kit/console/form/platform-select.tsx';
import { platformNames } from '#kit/common/client/platforms.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { app } from '../../common/app.contract.ts';
import { forcePreview, versionForce } from '../../common/version.contract.ts';
import '../apps.css';

/** Forces a minimum build: shows first who could not follow. */
export function ForceForm({ appId }: { appId: string }): ReactElement {
  const t = useT('apps');
  const own = useRead(app.get, { id: appId }).data?.platforms ?? [];
  const offered = platforms.filter((one) => own.length === 0 || own.some((row) => row.platform === one));
  const [chosen, setPlatform] = useState<Platform>();
  const platform = chosen ?? (offered.includes(2) ? 2 : (offered[0] ?? 2));
  const [buildNo, setBuild] = useState('');
  const [at, setAt] = useState<number>();
  const [seen, setSeen] = useState<Reply<typeof forcePreview>>();
  const [running, run] = useRunning();
  const request = { appId, platform, buildNo, at: at ?? 0 };
  const isComplete = /^\d+(?:\.\d+){0,3}$/.test(buildNo) && at !== undefined;
  const change = (work: () => void): void => {
    setSeen(undefined);
    work();
  };
  return (
    <section aria-label={t('force.title')}>
      <h3>{t('force.title')}</h3>
      <p className="apps-hint">{t('force.hint')}</p>
      <Minimums appId={appId} />
      <div className="apps-bar">
        <PlatformSelect
          label={t('field.platform')}
          value={platform}
          onChange={(next: unknown) => change(() => setPlatform(platforms.find((one) => one === next) ?? 2))}
          options={offered.map((value) => ({ value, label: platformNames[value] }))}
        />
        <Input
          className="apps-build"
          value={buildNo}
          aria-label={t('force.build')}
          placeholder={t('force.build')}
          onChange={(event) => change(() => setBuild(event.target.value.trim()))}
        />
        <DatePicker
          showTime
          aria-label={t('force.at')}
          placeholder={t('force.at')}
          onChange={(day) => change(() => setAt(day?.valueOf()))}
        />
        <OffButton
          off={!isComplete && 'fields'}
          loading={running}
          onClick={() => void run(async () => setSeen(await call(forcePreview, request)))}
        >
          {t('force.check')}
        </OffButton>
      </div>
      {seen && (
        <>
          <p role="status">{t('force.result', { under: seen.under, cannot: seen.cannot })}</p>
          <ul>
            {seen.sample.map((one) => (
              <li
                key={one.deviceId}
              >{`${one.name || one.deviceId.slice(0, 12)} · ${one.buildNo} · ${t(`rule.${one.reason as 'limits'}`)}`}</li>
            ))}
            {seen.cannot > seen.sample.length && <li>{t('force.more', { count: seen.cannot - seen.sample.length })}</li>}
          </ul>
          <ActionButton
            endpoint={versionForce}
            input={{ ...request, expected: seen.cannot }}
            names={[platformNames[platform]]}
            confirm="ask"
            danger={seen.cannot > 0}
            impact={seen.cannot > 0 && t('force.locks', { cannot: seen.cannot })}
            invalidates={[app.get]}
            called={t('force.do')}
            onDone={() => setSeen(undefined)}
          />
        </>
      )}
    </section>
  );
}

/** The minimums that are set, and from when on each holds. */
function Minimums({ appId }: { appId: string }): ReactElement | null {
  const t = useT('apps');
  const [language] = useLanguage();
  const list = useRead(app.get, { id: appId }).data?.minimums ?? [];
  if (list.length === 0) return null;
  return (
    <ul className="apps-minimums">
      {list.map(({ platform, buildNo, at }) => (
        <li key={platform}>
          {t('force.set', { platform: platformNames[platform], build: buildNo, at: timeText(at, language) })}{' '}
          <ActionButton
            size="small"
            type="link"
            endpoint={versionForce}
            input={{ appId, platform, buildNo: null, at }}
            names={[platformNames[platform]]}
            called={t('force.lift')}
            confirm="ask"
            invalidates={[app.get]}
          />
        </li>
      ))}
    </ul>
  );
}
