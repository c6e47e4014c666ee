import { KeyOutlined, LaptopOutlined, LogoutOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Avatar, Button, Dropdown, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { leave } from '../boot/mode.ts';
import { logoutPost } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { useT } from '../i18n/use-t.ts';
import { useStored } from '../store/store.ts';
import { HelpText } from './help-text.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { queryClient } from './query-client.ts';

/** Who is signed in: own sessions, own password, help, sign out. */
export function ProfileMenu(): ReactElement {
  const t = useT('kit');
  const [dialog, setDialog] = useState<'sessions' | 'password' | 'help'>();
  const person = useStored('userInfo')?.empInfoDto;
  const name = person?.name ?? '';
  const signOut = async (): Promise<void> => {
    // The session ends on the server by itself in time; here it ends now, whatever the answer.
    await call(logoutPost, {}, { silent: true }).catch(() => undefined);
    queryClient.clear();
    leave();
  };
  const items = [
    { key: 'sessions', icon: <LaptopOutlined />, label: t('frame.sessions'), onClick: () => setDialog('sessions') },
    { key: 'password', icon: <KeyOutlined />, label: t('frame.changePassword'), onClick: () => setDialog('password') },
    { key: 'help', icon: <QuestionCircleOutlined />, label: t('frame.help'), onClick: () => setDialog('help') },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: t('frame.signOut'), onClick: () => void signOut() },
  ];
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" className="wh-profile" title={t('frame.profile', { name })}>
          <Avatar size={28} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </Avatar>
          <span className="wh-profile-name">{name}</span>
        </Button>
      </Dropdown>
      <Modal open={dialog === 'sessions'} title={t('frame.sessions')} footer={null} onCancel={close} width={820} destroyOnHidden>
        <OwnSessions />
      </Modal>
      <Modal open={dialog === 'help'} title={t('help.title')} footer={null} onCancel={close} destroyOnHidden>
        <HelpText />
      </Modal>
      <OwnPassword open={dialog === 'password'} onClose={close} />
    </>
  );
}
