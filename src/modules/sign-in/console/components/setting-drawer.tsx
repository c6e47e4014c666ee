import { Typography } from 'antd';
import { useState, type ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { pick } from '#kit/common/language.ts';
import { EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import * as contract from '../../common/auth-setting.contract.ts';
import { setting } from '../setting-subject.ts';
import { changeOf, valuesOf } from '../setting-values.ts';
import { AudienceFields, ConnectionFields, F, MatchFields } from './connection-fields.tsx';
import { PeopleText } from './people-text.tsx';
import { TestPanel } from './test-panel.tsx';

type Row = contract.AuthSettingRow;
type FlatRow = Row & Record<string, unknown>;

/** The operations on settings, for their buttons. */
export const settingEndpoints = {
  list: contract.authSettingList,
  get: contract.authSettingGet,
  update: contract.authSettingUpdate,
  remove: contract.authSettingRemove,
  enable: contract.authSettingEnable,
  disable: contract.authSettingDisable,
};

interface SettingDrawerProps {
  id: string;
  onClose: () => void;
}

/** One setting: what it is, its test, its history. */
export function SettingDrawer({ id, onClose }: SettingDrawerProps): ReactElement {
  const t = useT('sign-in');
  const [language] = useLanguage();
  const [editing, setEditing] = useState(false);
  const read = useRead(contract.authSettingGet, { id });
  const nameOf = (row: Row): string => pick(row.name, language);
  return (
    <>
      <DetailDrawer<Row>
        subject={setting}
        read={read}
        title={nameOf}
        onClose={onClose}
        actions={(row) => (
          <>
            <EditButton endpoint={contract.authSettingUpdate} type="primary" onClick={() => setEditing(true)} />
            <ObjectActions endpoints={settingEndpoints} id={row.id} name={nameOf(row)} object={row} onRemoved={onClose} />
          </>
        )}
        tabs={(row) => [
          { key: 'facts', label: t('page.details'), children: <SettingFacts row={row} /> },
          ...(row.kind === 'local'
            ? []
            : [
                {
                  key: 'test',
                  label: t('drawer.test'),
                  children: <TestPanel kind={row.kind} subject={() => ({ id })} before={row.test?.report} />,
                },
              ]),
          { key: 'history', label: t('drawer.history'), children: <HistoryTab subject={setting} kind="authSetting" objectId={id} /> },
        ]}
      />
      {editing && read.data && <EditSetting row={read.data} onClose={() => setEditing(false)} />}
    </>
  );
}

const facts: readonly Fact<FlatRow>[] = [
  { name: 'code', as: 'code' },
  { name: 'kind', as: 'enum' },
  { name: 'enabled', as: 'enum' },
  { name: 'label' },
  { name: 'audience', as: 'enum' },
  { name: 'people', always: true, show: ({ people }) => <PeopleText people={people} /> },
  { name: 'callback', show: ({ callback }) => <Typography.Text copyable={{ tooltips: false }}>{callback}</Typography.Text> },
  { name: 'metadata', show: ({ metadata }) => <Typography.Text copyable={{ tooltips: false }}>{metadata}</Typography.Text> },
  { name: 'logout', show: ({ logout }) => <Typography.Text copyable={{ tooltips: false }}>{logout}</Typography.Text> },
  { name: 'afterLogout', show: ({ afterLogout }) => <Typography.Text copyable={{ tooltips: false }}>{afterLogout}</Typography.Text> },
  { name: 'servers' },
  { name: 'security', as: 'enum' },
  { name: 'bindDn' },
  { name: 'baseDn' },
  { name: 'mode', as: 'enum' },
  { name: 'filter', as: 'code' },
  { name: 'pattern', as: 'code' },
  { name: 'issuer' },
  { name: 'clientId' },
  { name: 'scopes' },
  { name: 'entryPoint' },
  { name: 'idpIssuer' },
  { name: 'entityId' },
  { name: 'logoutUrl' },
  { name: 'signOut', as: 'boolean' },
  { name: 'certificateEnds', as: 'time' },
  { name: 'server' },
  { name: 'attribute', as: 'code' },
  { name: 'field', as: 'enum' },
  { name: 'assurance' },
  { name: 'people7', as: 'number' },
  { name: 'failures7', as: 'number' },
];

function SettingFacts({ row }: { row: Row }): ReactElement {
  const own = row.kind === 'local' ? facts.filter(({ name }) => !['attribute', 'field', 'people'].includes(name)) : facts;
  return <Facts row={{ ...row, ...valuesOf(row) } as FlatRow} facts={own} />;
}

function EditSetting({ row, onClose }: { row: Row; onClose: () => void }): ReactElement {
  const t = useT('sign-in');
  const read = (current: unknown) => valuesOf({ ...row, ...(current as Partial<Row>) });
  return (
    <DrawerForm
      endpoint={contract.authSettingUpdate}
      subject={setting}
      initial={valuesOf(row)}
      target={{ id: row.id, version: row.version }}
      input={(changed, all) => changeOf(row, changed, all)}
      valuesOf={read}
      invalidates={[contract.authSettingList, contract.authSettingGet]}
      impact={() => (row.enabled && row.kind !== 'local' ? t('drawer.guarded') : undefined)}
      onClose={onClose}
    >
      <F.name as="local" />
      {row.kind !== 'local' && (
        <>
          <ConnectionFields kind={row.kind} />
          <MatchFields />
        </>
      )}
      <F.icon as="select" help={t('authSetting.iconHelp')} />
      {row.kind === 'local' ? <F.label as="local" help={t('authSetting.labelHelp')} /> : <AudienceFields />}
    </DrawerForm>
  );
}
