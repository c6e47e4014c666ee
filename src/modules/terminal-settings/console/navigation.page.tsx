import { Button, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { navPublish, navQuery, type NavView } from '../common/nav.contract.ts';
import { navigationPage as page } from '../common/permissions.ts';
import { NavEditor } from './components/nav-editor.tsx';
import { NavVersions } from './components/nav-versions.tsx';
import { navSubject } from './subjects.ts';
import './components/terminal-settings.css';

const CopyDialog = later('nav-copy', async () => (await import('./components/nav-copy.tsx')).CopyDialog);
const readings = [navQuery, ...journalReadings];

/** The main navigation of terminals, platform by platform: the entries beside the frame of a phone or desktop. */
export default function NavigationPage(): ReactElement {
  const t = useT('terminal-settings');
  const kit = useT('kit');
  const [platform, setPlatform] = useState<Platform>(1);
  const [copying, setCopying] = useState(false);
  const [dirty, setDirty] = useState(false);
  const leave = useLeaveGuard(dirty);
  const { data, error, refetch } = useRead(navQuery, { platform });
  return (
    <SubjectContext value={navSubject}>
      <div className="ts-tools">
        <Segmented<Platform>
          aria-label={t('nav.platform')}
          value={platform}
          options={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
          onChange={(next) => leave(() => setPlatform(next))}
        />
        {data?.platform === platform && <NavState view={data} />}
        <Permit code={page.button.copyPlatform}>{(name) => <Button onClick={() => setCopying(true)}>{name}</Button>}</Permit>
        {data?.platform === platform && (
          <ActionButton
            type="primary"
            danger={false}
            endpoint={navPublish}
            input={{ platform, version: data.version }}
            names={[t(`platform.${platform}`)]}
            why={!data.changed && kit('why.unchanged')}
            invalidates={readings}
          />
        )}
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.platform === platform ? (
        <>
          {/* Saved meanwhile, it begins again with what stands. */}
          <NavEditor key={`${data.id} ${data.version}`} view={data} readings={readings} onDirty={setDirty} />
          <NavVersions view={data} readings={readings} />
        </>
      ) : (
        !error && <WaitingForm lines={8} />
      )}
      {copying && <CopyDialog from={platform} readings={readings} onCopied={setPlatform} onClose={() => setCopying(false)} />}
    </SubjectContext>
  );
}

function NavState({ view }: { view: NavView }): ReactElement {
  const t = useT('terminal-settings');
  const [language] = useLanguage();
  const { published, changed } = view;
  const told = published
    ? t('nav.published', { n: published.navVersion, time: timeText(published.publishedAt, language) })
    : t('nav.notPublished');
  return (
    <span className="ts-grow">
      {told}{' '}
      <span className="ts-mark" data-tone={changed ? 'warn' : 'ok'}>
        {t(changed ? 'nav.changed' : 'nav.same')}
      </span>
    </span>
  );
}
