import { Button, Input, Modal, Radio, Typography } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { employeePassword, employeeSignIn } from '../../common/employee.contract.ts';

const modes = ['oneTime', 'link', 'mail', 'set'] as const;
type Mode = (typeof modes)[number];

interface PasswordDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Gives somebody a new password: one made by the server and shown once or sent, or one that is typed. Their sessions end. */
export function PasswordDialog({ id, name, onClose }: PasswordDialogProps): ReactElement {
  const off = useOff();
  const t = useT('user-centre');
  const [mode, setMode] = useState<Mode>('oneTime');
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<string>();
  const { save, saving, issues } = useSave(employeePassword, { message: null, invalidates: [employeeSignIn] });
  const run = async (): Promise<void> => {
    const how = mode === 'mail' ? { mode: 'oneTime' as const, mail: true } : { mode };
    const reply = await save({ id, ...how, ...(mode === 'set' && { password: typed }) });
    if (!reply) return;
    if (reply.password === null) onClose();
    else setTold(reply.password);
  };
  if (told !== undefined) {
    return (
      <Modal
        open
        title={t('people.passwordOf', { name })}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('people.passwordDone')}</Button>}
      >
        <p>{t('people.passwordOnce')}</p>
        <Typography.Paragraph copyable code>
          {told}
        </Typography.Paragraph>
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('people.passwordOf', { name })}
      okText={t('people.passwordSet')}
      okButtonProps={{ danger: true, loading: saving, ...off(mode === 'set' && typed === '' && 'fields') }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>{t('people.passwordEffect')}</p>
      <Radio.Group
        value={mode}
        onChange={(event) => setMode(modes.find((one) => one === event.target.value) ?? 'oneTime')}
        options={[
          { value: 'oneTime', label: t('people.passwordOneTime') },
          { value: 'link', label: t('people.passwordLink') },
          { value: 'mail', label: t('people.passwordMailed') },
          { value: 'set', label: t('people.passwordTyped') },
        ]}
      />
      {mode === 'set' && (
        <Input.Password
          aria-label={t('people.passwordTyped')}
          autoComplete="new-password"
          maxLength={256}
          value={typed}
          {...(issues.length > 0 && { status: 'error' as const })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <p role="alert">{issues.map(({ message }) => message).join(' ')}</p>
    </Modal>
  );
}
