import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { app, appSecretRotate } from '../common/app.contract.ts';
import { AppFields } from './components/app-fields.tsx';
import { InstallCheck } from './components/install-check.tsx';
import { useApp } from './use-app.ts';
import './apps.css';

/** Names, texts, owner and platforms of an app, and its secret. */
export default function AppDetailPage(): ReactElement {
  const t = useT('apps');
  const { id, data } = useApp();
  const edit = useActionName(app.update);
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  if (!data) return <WaitingForm lines={6} />;
  return (
    <SubjectContext value={{ namespace: 'apps', kind: 'app' }}>
      <div className="apps-bar">
        {edit.granted && <Button onClick={() => setEditing(true)}>{edit.name}</Button>}
        <ActionButton endpoint={appSecretRotate} input={{ id }} confirm="ask" onDone={(reply) => setSecret(reply.secret)} />
      </div>
      {secret !== undefined && (
        <p role="status">
          {t('app.secretTitle')}: <code>{secret}</code> <small>{t('app.secretHint')}</small>
        </p>
      )}
      <Facts
        row={data}
        facts={[
          { name: 'name', as: 'local' },
          { name: 'appKey', as: 'code' },
          { name: 'shortName', as: 'local' },
          { name: 'description', as: 'local' },
          { name: 'ownerDeptName' },
          {
            name: 'platforms',
            show: (row) =>
              row.platforms.map(({ platform, identity }) => `${platformNames[platform]}${identity ? ` · ${identity}` : ''}`).join('; '),
          },
          { name: 'channels', show: (row) => row.channels.join(' · ') },
          { name: 'installOpen', as: 'enum' },
          { name: 'createdAt', as: 'time' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
      <InstallCheck appId={id} platforms={data.platforms.map(({ platform }) => platform)} />
      {editing && (
        <DrawerForm
          endpoint={app.update}
          initial={storedValues(app.update.input, data)}
          target={{ id, version: data.version }}
          invalidates={[app.list, app.get]}
          undoable
          onClose={() => setEditing(false)}
        >
          <AppFields of={data} />
        </DrawerForm>
      )}
    </SubjectContext>
  );
}
