import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { mailAuthorizedPage, mailHomePage } from '../../common/permissions.ts';
import { mailAccount, mailAccountReset, mailStatistics, type MailAccountRow } from '../../common/boxes/account.contract.ts';
import { mailServer } from '../../common/boxes/server.contract.ts';
import { AccountFields } from './account-form.tsx';
import { VerifyAccount } from './probe-dialog.tsx';

const DiscoverDialog = later('mail-discover', async () => (await import('./discover-dialog.tsx')).DiscoverDialog);

/** How full a box is. */
function Quota({ quota }: Pick<MailAccountRow, 'quota'>): ReactElement {
  const t = useT('mailboxes');
  const [language] = useLanguage();
  if (!quota || quota.limit <= 0) return <>—</>;
  return (
    <span title={`${bytesText(quota.used, language)} / ${bytesText(quota.limit, language)}`}>
      {t('account.percent', { n: numberText(Math.round((quota.used * 100) / quota.limit), language) })}
    </span>
  );
}

/** How many grants there are on a box; they stand on the page of grants. */
function Grants({ box }: { box: Pick<MailAccountRow, 'id' | 'grants'> }): ReactElement {
  const [language] = useLanguage();
  const can = useCan();
  const number = numberText(box.grants, language);
  if (box.grants === 0 || !can(mailAuthorizedPage.code)) return <>{number}</>;
  return <Link to={`${mailAuthorizedPage.route ?? ''}?tab=mailbox&accountId=${box.id}`}>{number}</Link>;
}

type Panel = EntityProps<typeof mailAccount>;

const columns: Panel['columns'] = [
  'address',
  { name: 'name', as: 'local', sortable: false },
  { name: 'kind', as: 'enum', sortable: false },
  { name: 'employeeName', sortable: false, cell: ({ employeeName, ownerName }) => employeeName ?? ownerName ?? '—' },
  { name: 'serverName', sortable: false },
  { name: 'signIn', as: 'enum', sortable: false, optional: true },
  { name: 'quota', sortable: false, cell: (row) => <Quota quota={row.quota} /> },
  { name: 'lastUsedAt', as: 'time', sortable: false },
  { name: 'grants', as: 'number', sortable: false },
  { name: 'state', as: 'enum', sortable: false },
  { name: 'enabled', as: 'enum', sortable: false, optional: true },
];

const facts: Panel['facts'] = [
  { name: 'address' },
  { name: 'name', as: 'local' },
  { name: 'kind', as: 'enum' },
  { name: 'employeeName' },
  { name: 'ownerName' },
  { name: 'ownerDeptName' },
  { name: 'orphaned', as: 'enum' },
  { name: 'serverName' },
  { name: 'signIn', as: 'enum' },
  { name: 'login' },
  { name: 'hasSecret', as: 'boolean' },
  { name: 'aliases', show: ({ aliases }) => aliases.join(', ') },
  { name: 'quota', show: ({ quota }) => <Quota quota={quota} /> },
  { name: 'lastUsedAt', as: 'time' },
  { name: 'grants', always: true, show: (box) => <Grants box={box} /> },
  { name: 'state', as: 'enum' },
  { name: 'enabled', as: 'enum' },
  { name: 'createdAt', as: 'time' },
];

/** Boxes: whose they are, whether they can be signed in to, how full they are. Never mail. */
export function AccountPanel(): ReactElement {
  const t = useT('mailboxes');
  const [verified, setVerified] = useState<Pick<MailAccountRow, 'id' | 'address'>>();
  const [discovering, setDiscovering] = useState(false);
  return (
    <>
      <div className="mail-tools">
        <Permit code={mailHomePage.button.discover}>{(name) => <Button onClick={() => setDiscovering(true)}>{name}</Button>}</Permit>
      </div>
      <CrudPanel
        entity={mailAccount}
        columns={columns}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="employeeId">
              <EmployeePicker />
            </PickFilter>
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="state" />
            <MoreFilters
              list={list}
              names={['serverId', 'deptId', 'ownerId', 'ownerDeptId', 'overQuota', 'noEmployee', 'neverUsed', 'enabled']}
            >
              <PickFilter list={list} name="serverId">
                <ObjectPicker list={mailServer.list} />
              </PickFilter>
              <PickFilter list={list} name="deptId">
                <DepartmentPicker />
              </PickFilter>
              <PickFilter list={list} name="ownerId">
                <EmployeePicker />
              </PickFilter>
              <PickFilter list={list} name="ownerDeptId">
                <DepartmentPicker />
              </PickFilter>
              <ChoiceFilter
                list={list}
                name="overQuota"
                options={[80, 90, 95].map((n) => ({ value: n, label: t('account.percent', { n }) }))}
              />
              <EnumFilter list={list} name="noEmployee" />
              <EnumFilter list={list} name="neverUsed" />
              <EnumFilter list={list} name="enabled" />
            </MoreFilters>
          </>
        )}
        facts={facts}
        bulk={(selection) => (
          <ActionButton
            endpoint={mailAccountReset}
            input={{ ids: [...selection.ids] }}
            names={selection.rows.map(({ address }) => address)}
            count={selection.ids.length}
            invalidates={[mailAccount.list, mailAccount.get, mailStatistics]}
          />
        )}
        rowActions={(row) => (
          <>
            <Permit code={mailHomePage.button.verify}>
              {(name) => (
                <Button type="text" onClick={() => setVerified(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={mailAccountReset}
              type="text"
              input={{ ids: [row.id] }}
              names={[row.address]}
              invalidates={[mailAccount.list, mailAccount.get, mailStatistics]}
            />
          </>
        )}
        form={(object) => <AccountFields of={object} />}
      />
      {verified && <VerifyAccount account={verified} onClose={() => setVerified(undefined)} />}
      {discovering && <DiscoverDialog onClose={() => setDiscovering(false)} />}
    </>
  );
}
