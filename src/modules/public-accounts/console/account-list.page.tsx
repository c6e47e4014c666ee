import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { pick } from '#kit/common/language.ts';
import { account, type AccountRow } from '../common/account.contract.ts';
import { accountListPage, accountSettingPage } from '../common/permissions.ts';
import { useAccountFacts } from './account/account-facts.ts';
import { AccountFields } from './account/account-fields.tsx';
import { settingPath } from './setting/setting-path.ts';
import { accountSubject } from './subjects.ts';
import './accounts.css';

const Copy = fieldsOf(account.copy.input);

/** Every public account in range. */
export default function AccountListPage(): ReactElement {
  const t = useT('public-accounts');
  const navigate = useNavigate();
  const facts = useAccountFacts();
  const [copied, setCopied] = useState<Pick<AccountRow, 'id' | 'name' | 'code'>>();
  return (
    <>
      <CrudPanel
        entity={account}
        columns={[
          'name',
          {
            name: 'logo',
            sortable: false,
            cell: ({ logo }) => (logo === null ? '—' : <img className="sno-logo-small" src={logo} alt="" />),
          },
          { name: 'code', as: 'code' },
          { name: 'type', as: 'enum', sortable: false },
          { name: 'ownerDeptName', sortable: false, optional: true },
          { name: 'fans', as: 'number', sortable: false },
          { name: 'audience', as: 'number', sortable: false, optional: true },
          { name: 'managers', as: 'number', sortable: false },
          { name: 'order', optional: true },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="type" />
            <EnumFilter list={list} name="enabled" />
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
            <PickFilter list={list} name="managerId">
              <EmployeePicker />
            </PickFilter>
            <EnumFilter list={list} name="noManager" />
          </>
        )}
        rowActions={(row) => (
          <>
            <Permit code={accountSettingPage.code}>
              {() => (
                <Button type="text" onClick={() => void navigate(settingPath(row.id))}>
                  {t('account.settings')}
                </Button>
              )}
            </Permit>
            <Permit code={accountSettingPage.button.audience}>
              {() => (
                <Button type="text" onClick={() => void navigate(`${settingPath(row.id)}?view=audience`)}>
                  {t('frame.audience')}
                </Button>
              )}
            </Permit>
            <Permit code={accountListPage.button.copy}>
              {(name) => (
                <Button type="text" onClick={() => setCopied(row)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        )}
        facts={facts}
        form={(object) => <AccountFields isNew={object === undefined} />}
      />
      {copied && <CopyDialog of={copied} onClose={() => setCopied(undefined)} />}
    </>
  );
}

/** Names the copy of an account: two have neither the same name nor the same code. */
function CopyDialog({ of, onClose }: { of: Pick<AccountRow, 'id' | 'name' | 'code'>; onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const [language] = useLanguage();
  return (
    <SubjectContext value={accountSubject}>
      <FormDialog
        endpoint={account.copy}
        title={t('form.copy', { name: pick(of.name, language) })}
        initial={{ id: of.id, code: `${of.code.slice(0, 34)}-copy`, name: {} }}
        invalidates={[account.list]}
        onClose={onClose}
      >
        <Copy.name />
        <Copy.code />
      </FormDialog>
    </SubjectContext>
  );
}
