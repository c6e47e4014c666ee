import { Modal, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { timeText } from '#kit/common/date-text.ts';
import { mailAuthCheck } from '../../common/boxes/auth.contract.ts';
import { boxRights, type BoxRight } from '../../common/boxes/words.ts';
import { BoxPicker } from './box-picker.tsx';
import './boxes.css';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whether somebody may open a box and do something there, and why. */
export function CheckDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('mailboxes');
  const [person, box, what] = [useId(), useId(), useId()];
  const [empId, setPerson] = useState<string>();
  const [accountId, setBox] = useState<string>();
  const [right, setRight] = useState<BoxRight>('read');
  const ready = empId !== undefined && accountId !== undefined;
  const { data, error } = useRead(mailAuthCheck, { empId: empId ?? '', accountId: accountId ?? '', right }, { enabled: ready });
  return (
    <Modal open title={t('check.title')} footer={null} onCancel={onClose}>
      <div className="mail-parts">
        <div className="mail-part" data-wide>
          <label htmlFor={person}>{t('check.person')}</label>
          <EmployeePicker id={person} value={empId ?? null} onChange={(next) => setPerson(textOf(next))} />
        </div>
        <div className="mail-part" data-wide>
          <label htmlFor={box}>{t('check.box')}</label>
          <BoxPicker id={box} value={accountId ?? null} onChange={(next) => setBox(textOf(next))} />
        </div>
        <div className="mail-part" data-wide>
          <label htmlFor={what}>{t('check.right')}</label>
          <Select
            id={what}
            value={right}
            options={boxRights.map((value) => ({ value, label: t(`mailAuth.rights.${value}`) }))}
            onChange={setRight}
          />
        </div>
      </div>
      {ready && error && <ErrorState error={error} />}
      {ready && data && <Verdict verdict={data} />}
    </Modal>
  );
}

function Verdict({ verdict }: { verdict: Reply<typeof mailAuthCheck> }): ReactElement {
  const t = useT('mailboxes');
  const kit = useT('kit');
  const [language] = useLanguage();
  const { person: name, address, allowed, reason, rows } = verdict;
  return (
    <div role="status">
      <p>
        <strong>{t(allowed ? 'check.yes' : 'check.no', { name, address })}</strong>
      </p>
      {reason !== null && <p>{t(`check.reason.${reason}`)}</p>}
      {rows.length > 0 && (
        <table className="mail-steps">
          <thead>
            <tr>
              <th scope="col">{t('check.by')}</th>
              <th scope="col">{t('check.rights')}</th>
              <th scope="col">{kit('field.state')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.authId ?? row.kind}>
                <td>{row.name === '' ? t(`check.kind.${row.kind}`) : `${t(`check.kind.${row.kind}`)} · ${row.name}`}</td>
                <td>{row.rights.map((one) => t(`mailAuth.rights.${one}`)).join(' · ')}</td>
                <td>
                  {t(`mailAuth.state.${row.state}`)}
                  {row.until !== null && ` · ${timeText(row.until, language)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
