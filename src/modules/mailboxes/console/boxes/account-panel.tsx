import { Button, Form, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import { mailHomePage } from '../../common/permissions.ts';
import { mailAccount, mailAccountReset, mailStatistics, type MailAccountRow } from '../../common/boxes/account.contract.ts';
import { mailServer } from '../../common/boxes/server.contract.ts';
import { VerifyAccount } from './probe-dialog.tsx';
import { Part, type PartsOf } from './part.tsx';

const DiscoverDialog = later('mail-discover', async () => (await import('./discover-dialog.tsx')).DiscoverDialog);

const F = entityFields(mailAccount);

/** A signature in each language; without a first one there is none. */
function SignatureInput({ value, onChange, id }: PartsOf<LocalDraft | null>): ReactElement {
  const t = useT('mailboxes');
  const set = (language: 'zh_CN' | 'en_US' | 'ja_JP', text: string): void => {
    const next = { zh_CN: '', ...value, [language]: text };
    const { zh_CN, en_US, ja_JP } = next;
    onChange?.(zh_CN || en_US || ja_JP ? { zh_CN, ...(en_US && { en_US }), ...(ja_JP && { ja_JP }) } : null);
  };
  return (
    <div className="mail-parts" id={id}>
      {(['zh_CN', 'en_US', 'ja_JP'] as const).map((language) => (
        <Part key={language} label={t(`signature.${language}`)} wide>
          {(part) => (
            <Input.TextArea
              id={part}
              rows={2}
              maxLength={4096}
              value={value?.[language] ?? ''}
              onChange={({ target }) => set(language, target.value)}
            />
          )}
        </Part>
      ))}
    </div>
  );
}

function AccountFields({ of }: { of: MailAccountRow | undefined }): ReactElement {
  const t = useT('mailboxes');
  const form = Form.useFormInstance();
  const watched: unknown = Form.useWatch('kind', form);
  const kind = of?.kind ?? watched ?? 'personal';
  return (
    <>
      {!of && <F.kind help={t('account.kindHint')} />}
      <F.address />
      <F.name />
      <F.serverId>
        <ObjectPicker list={mailServer.list} required />
      </F.serverId>
      {kind === 'personal' ? (
        !of && <F.employeeId />
      ) : (
        <>
          <F.ownerId help={t('account.ownerHint')} />
          <F.ownerDeptId />
        </>
      )}
      <F.login help={t('account.loginHint')} />
      <F.secret help={t('account.secretHint')} />
      <F.aliases />
      <F.signature wide>
        <SignatureInput />
      </F.signature>
    </>
  );
}

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

/** Boxes: whose they are, whether they can be signed in to, how full they are. Never mail. */
export function AccountPanel(): ReactElement {
  const [verified, setVerified] = useState<Pick<MailAccountRow, 'id' | 'address'>>();
  const [discovering, setDiscovering] = useState(false);
  return (
    <>
      <div className="mail-tools">
        <Permit code={mailHomePage.button.discover}>{(name) => <Button onClick={() => setDiscovering(true)}>{name}</Button>}</Permit>
      </div>
      <CrudPanel
        entity={mailAccount}
        columns={[
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
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="employeeId">
              <EmployeePicker />
            </PickFilter>
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="state" />
            <MoreFilters list={list} names={['serverId', 'deptId', 'ownerId', 'noEmployee', 'neverUsed', 'enabled']}>
              <PickFilter list={list} name="serverId">
                <ObjectPicker list={mailServer.list} />
              </PickFilter>
              <PickFilter list={list} name="deptId">
                <DepartmentPicker />
              </PickFilter>
              <PickFilter list={list} name="ownerId">
                <EmployeePicker />
              </PickFilter>
              <EnumFilter list={list} name="noEmployee" />
              <EnumFilter list={list} name="neverUsed" />
              <EnumFilter list={list} name="enabled" />
            </MoreFilters>
          </>
        )}
        facts={[
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
          { name: 'grants', as: 'number' },
          { name: 'state', as: 'enum' },
          { name: 'enabled', as: 'enum' },
          { name: 'createdAt', as: 'time' },
        ]}
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
