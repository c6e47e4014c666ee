import { EyeOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { reasonLetters } from '../../common/export.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { operationUnmask } from '../../common/unmask.contract.ts';

interface UnmaskFieldProps {
  /** The row of the log. */
  row: string;
  lineId: string;
  field: string;
  label: string;
}

const textOf = (value: unknown): string =>
  value === null || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value);

/** The way to see one masked value in full, with the reason why. */
export function UnmaskField({ row, lineId, field, label }: UnmaskFieldProps): ReactElement {
  const off = useOff();
  const t = useT('logs');
  const [asking, setAsking] = useState(false);
  const [sending, run] = useRunning();
  const [reason, setReason] = useState('');
  const [values, setValues] = useState<Reply<typeof operationUnmask>>();
  const show = (): Promise<void> =>
    run(async () => {
      setValues(await call(operationUnmask, { id: row, lineId, field, reason: reason.trim() }));
      setAsking(false);
    });
  if (values)
    return (
      <p className="wl-unmasked">
        {label}: <code>{t('operation.unmasked', { before: textOf(values.before), after: textOf(values.after) })}</code>
      </p>
    );
  return (
    <Permit code={operationLog.button.unmask}>
      {(name) => (
        <>
          <Button size="small" icon={<EyeOutlined aria-hidden="true" />} onClick={() => setAsking(true)}>
            {`${name}: ${label}`}
          </Button>
          <Modal
            open={asking}
            title={t('operation.unmaskTitle', { field: label })}
            okText={name}
            cancelText={t('operation.cancel')}
            okButtonProps={{ loading: sending, ...off(reason.trim().length < reasonLetters.least && 'short') }}
            onOk={() => void show()}
            onCancel={() => setAsking(false)}
          >
            <p className="wl-soft">{t('operation.unmaskHelp')}</p>
            <Input.TextArea
              aria-label={t('operation.unmaskReason')}
              placeholder={t('operation.unmaskReason')}
              maxLength={reasonLetters.most}
              rows={2}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </Modal>
        </>
      )}
    </Permit>
  );
}
