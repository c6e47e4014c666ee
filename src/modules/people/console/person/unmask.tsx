import { EyeOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { MaskableField } from '../../common/employee-fields.ts';
import { employeeUnmask } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';

interface UnmaskProps {
  id: string;
  field: MaskableField | `extra.${string}`;
  /** What the field is called, where it is an extra one. */
  label?: string;
  /** How the value is written for who reads it. */
  written?: (value: string) => string;
  /** What everybody sees. */
  masked: string | null;
}

/** A masked value; who may, sees it in full and says why, which is written into the audit. */
export function Unmask({ id, field, label, masked, written = String }: UnmaskProps): ReactElement {
  const off = useOff();
  const t = useT('user-centre');
  const kit = useT('kit');
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [sending, run] = useRunning();
  const [value, setValue] = useState<string | null>();
  const named = label ?? words.field(field);
  const show = (): Promise<void> =>
    run(async () => {
      setValue((await call(employeeUnmask, { id, field, reason: reason.trim() })).value);
      setAsking(false);
    });
  return (
    <span className="uc-masked">
      {value ? written(value) : masked}
      {value === undefined && (
        <Permit code={userManagement.button.unmask}>
          {(name) => (
            <>
              <Button type="text" size="small" icon={<EyeOutlined />} aria-label={`${name}: ${named}`} onClick={() => setAsking(true)} />
              <Modal
                open={asking}
                title={t('people.unmask', { field: named })}
                okText={name}
                cancelText={kit('form.cancel')}
                okButtonProps={{ loading: sending, ...off(reason.trim() === '' && 'reason') }}
                onOk={() => void show()}
                onCancel={() => setAsking(false)}
              >
                <p>{t('people.unmask.help')}</p>
                <Input.TextArea
                  autoFocus
                  aria-label={t('people.unmask.reason')}
                  placeholder={t('people.unmask.reason')}
                  maxLength={500}
                  rows={2}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              </Modal>
            </>
          )}
        </Permit>
      )}
    </span>
  );
}
