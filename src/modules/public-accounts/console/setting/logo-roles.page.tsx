import { Button, Modal, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { Picked } from '#kit/console/pickers/picked.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { logo, logoRole, logoRoleExplain } from '../../common/logo.contract.ts';
import { FixedAccount } from './fixed-account.tsx';
import { useAccountId } from './setting-path.ts';
import '../accounts.css';

const F = entityFields(logoRole);

/** Who sees which logo of an account: the first rule that names somebody decides, else the standard one. */
export default function LogoRolesPage(): ReactElement {
  const t = useT('public-accounts');
  const snoId = useAccountId();
  const [asking, setAsking] = useState(false);
  return (
    <FixedAccount id={snoId}>
      <CrudPanel
        entity={logoRole}
        columns={[
          'name',
          'priority',
          { name: 'members', sortable: false, cell: ({ members }) => <AudienceText rows={members} /> },
          { name: 'logoName', sortable: false },
          { name: 'updatedAt', as: 'time', optional: true },
        ]}
        filters={() => <Button onClick={() => setAsking(true)}>{t('logoRole.explain')}</Button>}
        form={
          <>
            <F.name />
            <F.logoId>
              <LogoSelect snoId={snoId} />
            </F.logoId>
            <F.members wide>
              <AudienceInput />
            </F.members>
          </>
        }
      />
      <p className="sno-rest">{t('logoRole.rest')}</p>
      {asking && <ExplainLogo snoId={snoId} onClose={() => setAsking(false)} />}
    </FixedAccount>
  );
}

/** Chooses a logo of the account. */
function LogoSelect({
  snoId,
  id,
  value,
  onChange,
}: {
  snoId: string;
  id?: string;
  value?: string | null;
  onChange?: (id: string) => void;
}): ReactElement {
  const { data, isPending } = useRead(logo.list, { snoId, pageNum: 1, pageSize: 100 });
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      loading={isPending}
      {...(typeof value === 'string' && { value })}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
      {...(onChange && { onChange })}
    />
  );
}

/** Which logo somebody sees, with the rules in their order. */
function ExplainLogo({ snoId, onClose }: { snoId: string; onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const kit = useT('kit');
  const [person, setPerson] = useState<Picked>(null);
  const empId = typeof person === 'string' ? person : '';
  const { data, error, isPending } = useRead(logoRoleExplain, { snoId, empId }, { enabled: empId !== '' });
  return (
    <Modal open title={t('logoRole.explain')} footer={<Button onClick={onClose}>{kit('form.close')}</Button>} onCancel={onClose}>
      <EmployeePicker aria-label={t('audience.person')} placeholder={t('audience.person')} value={person} onChange={setPerson} />
      {empId !== '' && isPending && <WaitingForm lines={3} />}
      {error && <ErrorState error={error} />}
      {data && (
        <div role="status" className="sno-explained">
          {data.light && <img className="sno-logo" src={data.light} alt="" />}
          <p>{data.logoId === null ? t('logoRole.seesNone') : t('logoRole.sees', { name: data.name, logo: data.logoName })}</p>
          <ol>
            {data.steps.map((step, at) => (
              <li key={at}>
                {step.name} <Tag color={step.result === 'match' ? 'success' : 'default'}>{t(`logoRole.${step.result}`)}</Tag>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Modal>
  );
}
