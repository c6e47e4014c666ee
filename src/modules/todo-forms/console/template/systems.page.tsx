import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { systemPage, templatePage } from '../../common/permissions.ts';
import { systemSecret, todoSystem, type TodoSystemRow } from '../../common/template/system.contract.ts';
import { AccessSystemSelect, InterfaceSelect } from './interface-select.tsx';

const TestDialog = later('todo-system-test', async () => (await import('./test-dialog.tsx')).TestDialog);
const UsageDrawer = later('todo-system-usage', async () => (await import('./usage-drawer.tsx')).UsageDrawer);
const SecretDialog = later('todo-system-secret', async () => (await import('./secret-dialog.tsx')).SecretDialog);
const F = entityFields(todoSystem);

/** Business systems that push to-dos. */
export default function SystemsPage(): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const [tested, setTested] = useState<TodoSystemRow>();
  const [used, setUsed] = useState<TodoSystemRow>();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <CrudPanel
        entity={todoSystem}
        columns={[
          'name',
          { name: 'code', as: 'code', sortable: false },
          { name: 'accessSystemId', sortable: false, cell: (row) => row.accessSystemName ?? '—' },
          {
            name: 'templates',
            sortable: false,
            cell: (row) => <Link to={`${templatePage.route ?? ''}?systemId=${row.id}`}>{row.templates}</Link>,
          },
          { name: 'open', as: 'number', sortable: false },
          { name: 'pushed24', as: 'number', sortable: false },
          {
            name: 'failing',
            sortable: false,
            cell: ({ failing, answers7 }) =>
              failing === 0 ? '0 %' : <Tag color="error">{`${Math.round((failing * 100) / Math.max(1, answers7))} %`}</Tag>,
          },
          { name: 'ownerDeptId', sortable: false, optional: true, cell: (row) => row.ownerDeptName },
          { name: 'managers', as: 'number', sortable: false, optional: true },
          {
            name: 'place',
            optional: true,
            cell: (row) => <MovePlace row={row} name={row.name} place={row.place} endpoint={todoSystem.reorder} />,
          },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="answerMode" />
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
            <EnumFilter list={list} name="failing" />
            <EnumFilter list={list} name="unused" />
          </>
        )}
        rowActions={(row) => (
          <>
            <Permit code={systemPage.button.test}>
              {(name) => (
                <Button type="text" onClick={() => setTested(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <Button type="text" onClick={() => setUsed(row)}>
              {t('system.usage')}
            </Button>
            <ActionButton
              endpoint={systemSecret}
              type="text"
              input={{ id: row.id, version: row.version }}
              names={[pick(row.name, language)]}
              invalidates={[todoSystem.list, todoSystem.get]}
              onDone={(reply) => setSecret(reply.secret)}
            />
          </>
        )}
        form={(object) => <SystemFields isNew={object === undefined} />}
      />
      {tested && <TestDialog system={tested} onClose={() => setTested(undefined)} />}
      {used && <UsageDrawer system={used} onClose={() => setUsed(undefined)} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function SystemFields({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('todo-forms');
  return (
    <>
      <F.name />
      {isNew && <F.code />}
      <F.icon />
      <F.ownerDeptId />
      <F.accessSystemId help={t('system.accessHelp')}>
        <AccessSystemSelect />
      </F.accessSystemId>
      <F.assignBy />
      <F.answerMode />
      <F.answerUrl help={t('system.answerHelp')} />
      <F.answerSecret />
      <F.answerInterfaceId>
        <InterfaceSelect />
      </F.answerInterfaceId>
      <F.statusInterfaceId help={t('system.statusHelp')}>
        <InterfaceSelect />
      </F.statusInterfaceId>
      <F.linkHosts as="tags" help={t('system.hostsHelp')} />
      <F.notify />
      <F.quietHours />
      <F.afterDisable />
      <F.perMinute />
      <F.openItems />
      <F.bytes />
    </>
  );
}
