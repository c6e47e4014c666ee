import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
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
import './apps.css';

const F = entityFields(appVersion);

/** Release notes in three languages, and what happened to the version. */
export default function VersionChangelogPage(): ReactElement {
  const t = useT('apps');
  const kit = useT('kit');
  const [language] = useLanguage();
  const { versionId, data } = useVersion();
  const [editing, setEditing] = useState(false);
  const history = useRead(versionHistory, { appId: data?.appId ?? '', versionId }, { enabled: data !== undefined });
  if (!data) return <WaitingForm lines={4} />;
  const said = languages.filter((one) => (data.notes?.[one] ?? '') !== '');
  return (
    <SubjectContext value={{ namespace: 'apps', kind: 'appVersion' }}>
      <h3>{t('appVersion.field.notes')}</h3>
      {said.length === 0 && <p>{t('version.notesHint')}</p>}
      {said.length > 0 && (
        <dl className="apps-notes">
          {said.map((one) => (
            <div key={one}>
              <dt>{kit(`lang.${one}`)}</dt>
              <dd lang={one.replace('_', '-')}>{data.notes?.[one]}</dd>
            </div>
          ))}
        </dl>
      )}
      <Permit code={versionChangelogPage.button.save}>
        <Button onClick={() => setEditing(true)}>{t('version.editNotes')}</Button>
      </Permit>
      <h3>{t('version.history')}</h3>
      <ul>
        {(history.data?.list ?? []).map((one) => (
          <li key={one.id}>
            {[timeText(one.at, language), one.by, textIfAny('kit', `action.${one.action}`) ?? one.action, fieldsOf(one)]
              .filter((part) => part !== '')
              .join(' · ')}
          </li>
        ))}
      </ul>
      {editing && (
        <DrawerForm
          endpoint={appVersion.update}
          initial={{ ...data }}
          target={{ id: versionId, version: data.version }}
          invalidates={[appVersion.get, appVersion.list, versionHistory]}
          undoable
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

/** What of a version changed; of a new one everything is new. */
function fieldsOf({ action, fields }: Reply<typeof versionHistory>['list'][number]): string {
  if (action === 'create') return '';
  return fields
    .map((field) => textIfAny('apps', `appVersion.field.${field}`) ?? textIfAny('kit', `field.${field}`))
    .filter(Boolean)
    .join(', ');
}
