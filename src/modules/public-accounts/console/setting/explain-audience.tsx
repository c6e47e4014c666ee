import { Alert, Button, Modal, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { Picked } from '#kit/console/pickers/picked.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { audienceExplain } from '../../common/audience.contract.ts';

type Explained = Reply<typeof audienceExplain>;

/** The word that says how somebody stands, the first that keeps them from following. */
function standing({ active, accountEnabled, mode, state, follows }: Explained) {
  if (!active) return 'audience.explainInactive';
  if (mode === null) return 'audience.explainNo';
  if (state === 'blocked') return 'audience.explainBlocked';
  if (!accountEnabled) return 'audience.explainOff';
  return follows ? 'audience.explainYes' : 'audience.explainMay';
}

/** Whether somebody may follow an account and does, with the rows that decide. */
export function ExplainAudience({ snoId, onClose }: { snoId: string; onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const kit = useT('kit');
  const [person, setPerson] = useState<Picked>(null);
  const empId = typeof person === 'string' ? person : '';
  const { data, error, isPending } = useRead(audienceExplain, { snoId, empId }, { enabled: empId !== '' });
  return (
    <Modal open title={t('audience.explain')} footer={<Button onClick={onClose}>{kit('form.close')}</Button>} onCancel={onClose}>
      <EmployeePicker aria-label={t('audience.person')} placeholder={t('audience.person')} value={person} onChange={setPerson} />
      {empId !== '' && isPending && <WaitingForm lines={3} />}
      {error && <ErrorState error={error} />}
      {data && (
        <div className="sno-explained">
          <Alert role="status" type={data.follows ? 'success' : 'info'} showIcon title={t(standing(data), { name: data.name })} />
          {data.rows.length > 0 && (
            <ul aria-label={t('audience.explainRows')}>
              {data.rows.map((row) => (
                <li key={`${row.kind} ${row.name}`}>
                  {t(`audience.${row.kind}`)}: {row.name} <Tag>{t(`snoAudience.mode.${row.mode}`)}</Tag>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Modal>
  );
}
