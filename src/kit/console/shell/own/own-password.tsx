import { App, Modal } from 'antd';
import type { ReactElement } from 'react';
import '../../login/login.css';
import { ChangePassword } from '../../login/change-password.tsx';
import { useT } from '../../i18n/use-t.ts';
import { store } from '../../store/store.ts';

/** One's own password, changed with the form of the sign-in page. */
export function OwnPassword({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const t = useT('kit');
  const { message } = App.useApp();
  const userInfo = store.get('userInfo');
  const done = async (): Promise<void> => {
    onClose();
    await message.success(t('password.changed'));
  };
  return (
    <Modal open={open} title={t('frame.changePassword')} footer={null} onCancel={onClose} destroyOnHidden>
      <div className="wh-login-form">{userInfo && <ChangePassword person={{ userInfo }} voluntary onChanged={done} />}</div>
    </Modal>
  );
}
