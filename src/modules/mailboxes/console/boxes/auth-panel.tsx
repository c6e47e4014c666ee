import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter } from '#kit/console/page/filters.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { mailStatistics } from '../../common/boxes/account.contract.ts';
import { mailAuth, mailAuthExtend, type MailAuthRow } from '../../common/boxes/auth.contract.ts';
import type { BoxRight } from '../../common/boxes/words.ts';
import { mailAuthorizedPage } from '../../common/permissions.ts';
import { BoxPicker } from './box-picker.tsx';
import { EndingFilter } from './ending-filter.tsx';
import { authSubject } from './subjects.ts';
import './boxes.css';

const CheckDialog = later('mail-check', async () => (await import('./check-dialog.tsx')).CheckDialog);

const F = entityFields(mailAuth);
const Extend = fieldsOf(mailAuthExtend.input);

function AuthFields({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('mailboxes');
  return (
    <>
      {isNew && (
        <>
          <F.accountId wide>
            <BoxPicker />
          </F.accountId>
          <F.employeeId help={t('auth.one')} />
          <F.crowdId />
        </>
      )}
      <F.rights wide help={t('auth.rightsHint')} />
      <F.folders wide help={t('auth.foldersHint')} />
      <F.from help={t('auth.fromHint')} />
      <F.until help={t('auth.untilHint')} />
      <F.reason wide help={t('auth.reasonHint')} />
    </>
  );
}

/** Moves the end of grants. */
function ExtendDialog({ of, onClose }: { of: readonly Pick<MailAuthRow, 'id' | 'until'>[]; onClose: () => void }): ReactElement {
  const latest = Math.max(...of.map(({ until }) => until ?? 0));
  return (
    <SubjectContext value={authSubject}>
      <FormDialog
        endpoint={mailAuthExtend}
        initial={{ ids: of.map(({ id }) => id), ...(latest > 0 && { until: latest }) }}
        invalidates={[mailAuth.list, mailAuth.get, mailStatistics]}
        onClose={onClose}
      >
        <Extend.until as="time" />
        <Extend.reason />
      </FormDialog>
    </SubjectContext>
  );
}

/** Who may open whose box, from when to when, and whether its owner knows. */
export function AuthPanel(): ReactElement {
  const t = useT('mailboxes');
  const [extended, setExtended] = useState<readonly Pick<MailAuthRow, 'id' | 'until'>[]>();
  const [checking, setChecking] = useState(false);
  const rights = (all: readonly BoxRight[]): string => all.map((one) => t(`mailAuth.rights.${one}`)).join(' · ');
  return (
    <>
      <div className="mail-tools">
        <Permit code={mailAuthorizedPage.button.check}>{(name) => <Button onClick={() => setChecking(true)}>{name}</Button>}</Permit>
      </div>
      <CrudPanel
        entity={mailAuth}
        columns={[
          { name: 'memberName', sortable: false },
          { name: 'memberKind', as: 'enum', sortable: false, optional: true },
          { name: 'address', sortable: false },
          { name: 'rights', sortable: false, cell: (row) => rights(row.rights) },
          { name: 'from', as: 'time', sortable: false, optional: true },
          'until',
          { name: 'reason', sortable: false, optional: true },
          { name: 'grantedBy', sortable: false },
          { name: 'lastUsedAt', as: 'time', sortable: false },
          { name: 'seenByOwnerAt', as: 'time', sortable: false },
          { name: 'state', as: 'enum', sortable: false },
        ]}
        filters={(list) => (
          <>
            <PickFilter list={list} name="accountId">
              <BoxPicker />
            </PickFilter>
            <PickFilter list={list} name="empId">
              <EmployeePicker />
            </PickFilter>
            <EnumFilter list={list} name="right" />
            <EnumFilter list={list} name="state" />
            <MoreFilters list={list} names={['endingDays', 'memberKind', 'givenBy', 'unusedDays']}>
              <EndingFilter list={list} name="endingDays" />
              <EnumFilter list={list} name="memberKind" />
              <PickFilter list={list} name="givenBy">
                <EmployeePicker />
              </PickFilter>
              <ChoiceFilter
                list={list}
                name="unusedDays"
                options={[30, 60, 180].map((n) => ({ value: n, label: t('auth.unused', { n }) }))}
              />
            </MoreFilters>
          </>
        )}
        facts={[
          { name: 'memberName' },
          { name: 'memberKind', as: 'enum' },
          { name: 'address' },
          { name: 'boxKind', as: 'enum' },
          { name: 'rights', show: (row) => rights(row.rights) },
          { name: 'folders', always: true, show: ({ folders }) => folders?.join(', ') ?? t('auth.allFolders') },
          { name: 'from', as: 'time' },
          { name: 'until', as: 'time' },
          { name: 'state', as: 'enum' },
          { name: 'reason' },
          { name: 'grantedBy' },
          { name: 'createdAt', as: 'time' },
          { name: 'lastUsedAt', as: 'time', always: true },
          { name: 'seenByOwnerAt', as: 'time', always: true },
        ]}
        rowActions={(row) => (
          <Permit code={mailAuthorizedPage.button.extend}>
            {(name) => (
              <Button type="text" onClick={() => setExtended([row])}>
                {name}
              </Button>
            )}
          </Permit>
        )}
        bulk={(selection) => (
          <Permit code={mailAuthorizedPage.button.extend}>
            {(name) => <Button onClick={() => setExtended(selection.rows)}>{name}</Button>}
          </Permit>
        )}
        form={(object) => <AuthFields isNew={object === undefined} />}
      />
      {extended && <ExtendDialog of={extended} onClose={() => setExtended(undefined)} />}
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  );
}
