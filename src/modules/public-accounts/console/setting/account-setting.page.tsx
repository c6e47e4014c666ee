import { ArrowLeftOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { account, type AccountDetail } from '../../common/account.contract.ts';
import { accountListPage, accountSettingPage } from '../../common/permissions.ts';
import { AccountFields } from '../account/account-fields.tsx';
import { accountSubject } from '../subjects.ts';
import { AudienceView } from './audience-view.tsx';
import { settingPath, useAccountId } from './setting-path.ts';
import '../accounts.css';

const readings = [account.list, account.get];

/** One account: what it is and how it stands, and the tabs of its settings; `?view=audience` shows who may follow. */
export default function AccountSettingPage(): ReactElement {
  const t = useT('public-accounts');
  const id = useAccountId();
  const [search] = useSearchParams();
  const { data, error, refetch } = useRead(account.get, { id }, { enabled: id !== '' });
  const isAudience = search.get('view') === 'audience';
  return (
    <>
      <p>
        <Link to={isAudience ? settingPath(id) : (accountListPage.route ?? '')}>
          <ArrowLeftOutlined aria-hidden="true" /> {t(isAudience ? 'audience.back' : 'frame.back')}
        </Link>
      </p>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={2} />}
      {data && <Head of={data} isAudience={isAudience} />}
      {data && isAudience && <AudienceView snoId={id} />}
      {!isAudience && <NestedTabs page={accountSettingPage.code.replaceAll('_', '-')} />}
    </>
  );
}

function Head({ of, isAudience }: { of: AccountDetail; isAudience: boolean }): ReactElement {
  const t = useT('public-accounts');
  const kit = useT('kit');
  const [language] = useLanguage();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const name = pick(of.name, language);
  const act = { names: [name], input: { ids: [of.id] }, invalidates: readings };
  return (
    <header className="sno-head">
      {of.logo === null ? null : <img className="sno-logo" src={of.logo} alt="" />}
      <div className="sno-head-facts">
        <h2>{name}</h2>
        <p>
          <code>{of.code}</code> <Tag>{t(`sno.type.${of.type}`)}</Tag>
          <Tag color={of.enabled ? 'success' : 'default'}>{kit(of.enabled ? 'enabled.true' : 'enabled.false')}</Tag>
          {of.managers === 0 && <Tag color="error">{t('member.noManagers')}</Tag>}
          <TeamOutlined aria-hidden="true" /> {t('frame.fans', { count: numberText(of.fans, language) })}
        </p>
      </div>
      <div className="sno-head-actions">
        {!isAudience && (
          <Permit code={accountSettingPage.button.audience}>
            {() => <Button onClick={() => void navigate(`${settingPath(of.id)}?view=audience`)}>{t('frame.audience')}</Button>}
          </Permit>
        )}
        <Permit code={[accountListPage.button.update, accountSettingPage.button.update]}>
          {(label) => <Button onClick={() => setEditing(true)}>{label}</Button>}
        </Permit>
        <ActionButton endpoint={of.enabled ? account.disable : account.enable} {...act} />
        {!of.enabled && (
          <ActionButton
            endpoint={account.delete}
            {...act}
            invalidates={[account.list]}
            onDone={() => void navigate(accountListPage.route ?? '')}
          />
        )}
      </div>
      {editing && (
        <DrawerForm
          subject={accountSubject}
          endpoint={account.update}
          initial={storedValues(account.update.input, of)}
          target={{ id: of.id, version: of.version }}
          valuesOf={(current) => storedValues(account.update.input, current)}
          invalidates={readings}
          onClose={() => setEditing(false)}
        >
          <AccountFields isNew={false} />
        </DrawerForm>
      )}
    </header>
  );
}
