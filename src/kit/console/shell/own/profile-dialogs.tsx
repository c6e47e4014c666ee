import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { HelpText } from '../help-text.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnFactors } from './own-factors.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import type { ProfileDialog } from './profile-dialog.ts';

/** The dialogs behind the profile: own account, own sessions, own password, help. */
export function ProfileDialogs({ dialog, onClose }: { dialog: ProfileDialog; onClose: () => void }): ReactElement {
  const t = useT('kit');
  return (
    <>
      <Modal open={dialog === 'account'} title={t('frame.account')} footer={null} onCancel={onClose} width={620} destroyOnHidden>
        <OwnAccount />
      </Modal>
      <Modal open={dialog === 'sessions'} title={t('frame.sessions')} footer={null} onCancel={onClose} width={820} destroyOnHidden>
        <OwnSessions />
      </Modal>
      <Modal open={dialog === 'help'} title={t('help.title')} footer={null} onCancel={onClose} destroyOnHidden>
        <HelpText onLeave={onClose} />
      </Modal>
      <Modal open={dialog === 'factors'} title={t('factor.own')} footer={null} onCancel={onClose} destroyOnHidden>
        <OwnFactors />
      </Modal>
      <OwnPassword open={dialog === 'password'} onClose={onClose} />
    </>
  );
}
