import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bytesText, timeText } from '#kit/console/table/formats.ts';
import { appRollout } from '../common/release.contract.ts';
import { appVersion, type VersionDetail } from '../common/version.contract.ts';
import { Findings } from './components/findings.tsx';
import { InstallLinks } from './components/install-links.tsx';
import { ReplaceForm } from './components/replace-form.tsx';
import { RolloutNumbers } from './components/rollout-numbers.tsx';
import { RolloutPanel } from './components/rollout-panel.tsx';
import { useVersion } from './use-app.ts';

/** What a version is, its checks, its rollout and its links. */
export default function VersionInfoPage(): ReactElement {
  const t = useT('apps');
  const { data } = useVersion();
  if (!data) return <WaitingForm lines={6} />;
  return (
    <SubjectContext value={{ namespace: 'apps', kind: 'appVersion' }}>
      <RolloutPanel
        calls={appRollout}
        versionId={data.id}
        status={data.status}
        more={<RolloutNumbers versionId={data.id} />}
        readings={[appVersion.get, appVersion.list]}
      />
      <h3>{t('version.checks')}</h3>
      <Findings findings={data.findings} />
      <PackageFacts version={data} />
      <ReplaceForm version={data} />
      <InstallLinks appId={data.appId} versionId={data.id} />
    </SubjectContext>
  );
}

/** What was read from the package. */
function PackageFacts({ version }: { version: VersionDetail }): ReactElement {
  const t = useT('apps');
  const [language] = useLanguage();
  const { facts } = version;
  if (!facts)
    return (
      <>
        <p>{t('version.declared')}</p>
        <Facts row={version} facts={[{ name: 'versionName' }, { name: 'buildNo', as: 'code' }, { name: 'storeUrl', as: 'code' }]} />
      </>
    );
  const row = {
    identity: facts.identity,
    versionName: version.versionName,
    buildNo: version.buildNo,
    systems: [facts.minOs, facts.targetOs].filter(Boolean).join(' – '),
    size: bytesText(facts.size, language),
    signer: facts.signer ? `${facts.signer.subject} · ${facts.signer.schemes.join(', ')}` : '',
    signerSha: facts.signer?.sha256 ?? '',
    profile: facts.profile ? `${facts.profile.name} · ${facts.profile.teamId} · ${timeText(facts.profile.expiresAt, language)}` : '',
    permissions: facts.permissions.join(', '),
    sha256: facts.sha256,
  };
  return (
    <Facts
      title={t('version.facts')}
      row={row}
      facts={[
        { name: 'identity', label: t('version.identity'), as: 'code' },
        { name: 'versionName' },
        { name: 'buildNo', as: 'code' },
        { name: 'systems', label: t('version.systems') },
        { name: 'size', label: t('appVersion.field.size') },
        { name: 'signer', label: t('version.signer') },
        { name: 'signerSha', label: t('version.signerSha'), as: 'code' },
        { name: 'profile', label: t('version.profile') },
        { name: 'permissions', label: t('field.grants') },
        { name: 'sha256', label: 'SHA-256', as: 'code' },
      ]}
    />
  );
}
