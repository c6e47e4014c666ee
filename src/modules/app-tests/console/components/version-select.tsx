import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { app, onShelf } from '#modules/apps/common/app.contract.ts';
import { appVersion } from '#modules/apps/common/version.contract.ts';

interface VersionSelectProps {
  readonly id?: string;
  readonly value?: string;
  readonly disabled?: boolean;
  readonly onChange?: (value: string) => void;
}

/** Chooses a version that is not released: first its app, then the build. */
export function VersionSelect({ id, value, disabled, onChange }: VersionSelectProps): ReactElement {
  const t = useT('app-tests');
  const [language] = useLanguage();
  const [appId, setAppId] = useState<string>();
  const apps = useRead(app.list, { pageSize: 200, sort: 'name' });
  const versions = useRead(appVersion.list, { pageSize: 200, ...(appId !== undefined && { appId }) }, { enabled: appId !== undefined });
  const builds = (versions.data?.list ?? []).filter(({ status }) => status !== onShelf);
  return (
    <span className="tests-version">
      <Select
        aria-label={t('testRelease.chooseApp')}
        placeholder={t('testRelease.chooseApp')}
        disabled={disabled ?? false}
        value={appId}
        options={(apps.data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
        onChange={setAppId}
      />
      <Select
        {...(id !== undefined && { id })}
        placeholder={t('testRelease.chooseVersion')}
        disabled={(disabled ?? false) || appId === undefined}
        value={value}
        options={builds.map((one) => ({
          value: one.id,
          label: [one.platform === null ? undefined : platformNames[one.platform], one.versionName, one.buildNo]
            .filter(Boolean)
            .join(' · '),
        }))}
        onChange={(chosen: string) => onChange?.(chosen)}
      />
    </span>
  );
}
