import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import '#kit/console/page/settings.css';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Cell } from '#kit/console/table/cell.tsx';
import { appLoginAuthGet, userSourceList, type AppLoginKind } from '../../common/app-login.contract.ts';
import './sign-in.css';

const nothing = {};

/** Which settings each app uses. The console is the only app so far; what is stored for terminals is shown as stored. */
export function AppPanel({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const app = useRead(appLoginAuthGet, nothing);
  const sources = useRead(userSourceList, nothing);
  const failed = app.data ? sources : app;
  if (failed.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  if (!app.data || !sources.data)
    return (
      <div className="whk-panel whk-settings">
        <WaitingForm lines={6} />
      </div>
    );
  const { kinds, defaultKind, rememberAccount } = app.data;
  // Sources of people have a page of their own.
  const directories = sources.data.filter(({ origin }) => origin === 'setting');
  const form = kinds.find(({ code }) => code === defaultKind);
  return (
    <section className="whk-panel whk-settings signin-apps" aria-label={t('tab.app')}>
      <SettingsGroup title={t('app.console')} hint={t('app.consoleHint')}>
        <div className="signin-app">
          <p>
            {form ? t('app.opensWith', { name: pick(form.name, language) }) : t('app.opensWithout')}{' '}
            {t(rememberAccount ? 'app.remembers' : 'app.forgets')}
          </p>
          <Settings kinds={kinds} onOpen={onOpen} />
        </div>
      </SettingsGroup>
      <SettingsGroup title={t('app.terminals')} hint={t('app.terminalsHint')}>
        <div className="signin-app">
          <Terminals kinds={kinds.filter(({ audience }) => audience !== 'console')} />
        </div>
      </SettingsGroup>
      <SettingsGroup title={t('app.sources')} hint={t('app.sourcesHint')}>
        <div className="signin-app">
          {directories.length === 0 && <p>{t('app.noSources')}</p>}
          <ul>
            {directories.map((one) => (
              <li key={one.id}>
                <button type="button" className="wh-link" onClick={() => onOpen(one.id)}>
                  {pick(one.name, language)}
                </button>
                <span>{t(`authSetting.kind.${one.kind}`)}</span>
                <Cell value={one.enabled} field="enabled" as="enum" />
              </li>
            ))}
          </ul>
        </div>
      </SettingsGroup>
    </section>
  );
}

function Settings({ kinds, onOpen }: { kinds: readonly AppLoginKind[]; onOpen: (id: string) => void }): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  return (
    <ul>
      {kinds.map((one) => (
        <li key={one.settingId} data-on={one.on}>
          <button type="button" className="wh-link" onClick={() => onOpen(one.settingId)}>
            {pick(one.name, language)}
          </button>
          <span>{t(`authSetting.kind.${one.kind}`)}</span>
          <span>{one.order === null ? t(one.enabled ? 'app.terminalsOnly' : 'app.disabled') : t('app.place', { n: one.order })}</span>
        </li>
      ))}
    </ul>
  );
}

function Terminals({ kinds }: { kinds: readonly AppLoginKind[] }): ReactElement {
  const [language] = useLanguage();
  return (
    <ul>
      {kinds.map((one) => (
        <li key={one.settingId}>
          <span>{pick(one.name, language)}</span>
          <Cell value={one.platforms.map(String)} field="platforms" />
          <Cell value={one.enabled} field="enabled" as="enum" />
        </li>
      ))}
    </ul>
  );
}
