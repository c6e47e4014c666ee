import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { versionChangelogPage } from '../common/permissions.ts';
import { appVersion, versionHistory } from '../common/version.contract.ts';
import { useVersion } from './use-app.ts';

const F = entityFields(appVersion);

/** Release notes in three languages, and what happened to the version. */
export default function VersionChangelogPage(): ReactElement {
  const t = useT('apps');
  const [language] = useLanguage();
  const { versionId, data } = useVersion();
  const [editing, setEditing] = useState(false);
  const history = useRead(versionHistory, { appId: data?.appId ?? '', versionId }, { enabled: data !== undefined });
  if (!data) return <WaitingForm lines={4} />;
  return (
    <SubjectContext value={{ namespace: 'apps', kind: 'appVersion' }}>
      <h3>{t('appVersion.field.notes')}</h3>
      <p>{data.notes ? pick(data.notes, language) : t('version.notesHint')}</p>
      <Permit code={versionChangelogPage.button.save}>{(name) => <Button onClick={() => setEditing(true)}>{name}</Button>}</Permit>
      <h3>{t('version.history')}</h3>
      <ul>
        {(history.data?.list ?? []).map((one) => (
          <li key={one.id}>
            {`${timeText(one.at, language)} · ${one.by} · ${textIfAny('kit', `action.${one.action}`) ?? one.action} · ${one.fields
              .map((field) => textIfAny('apps', `appVersion.field.${field}`) ?? textIfAny('kit', `field.${field}`))
              .filter(Boolean)
              .join(', ')}`}
          </li>
        ))}
      </ul>
      {editing && (
        <DrawerForm
          endpoint={appVersion.update}
          initial={{ ...data }}
          target={{ id: versionId, version: data.version }}
          invalidates={[appVersion.get, appVersion.list, versionHistory]}
          onClose={() => setEditing(false)}
        >
          <F.notes />
          <F.upgradeMode />
          <F.remindHours />
        </DrawerForm>
      )}
    </SubjectContext>
  );
}
