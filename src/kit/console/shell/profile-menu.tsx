import { KeyOutlined, LaptopOutlined, LogoutOutlined, QuestionCircleOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState, type ReactElement } from 'react';
import { logoutPost } from '../boot/session-wire.ts';
import { signOut as endSession } from '../boot/sign-out.ts';
import { call } from '../call/call.ts';
import { useT } from '../i18n/use-t.ts';
import { store, useStored } from '../store/store.ts';
import { later } from './later.tsx';
import type { ProfileDialog } from './profile-dialogs.tsx';
import { queryClient } from './query-client.ts';

/** Asked for seldom, so fetched when it is. */
const ProfileDialogs = later('profile', async () => (await import('./profile-dialogs.tsx')).ProfileDialogs);

/** Who is signed in: own sessions, own password, help, sign out. */
export function ProfileMenu(): ReactElement {
  const t = useT('kit');
  const [dialog, setDialog] = useState<ProfileDialog>();
  const person = useStored('userInfo')?.empInfoDto;
  const name = person?.name ?? '';
  const signOut = async (): Promise<void> => {
    // Who looks on as somebody else signs out of both.
    const own = store.get('viewReturn');
    if (own !== '') {
      await call(logoutPost, {}, { silent: true }).catch(() => undefined);
      store.set('viewReturn', '');
      store.set('accessToken', own);
    }
    await endSession();
    queryClient.clear();
  };
  const items = [
    { key: 'sessions', icon: <LaptopOutlined />, label: t('frame.sessions'), onClick: () => setDialog('sessions') },
    { key: 'password', icon: <KeyOutlined />, label: t('frame.changePassword'), onClick: () => setDialog('password') },
    { key: 'factors', icon: <SafetyOutlined />, label: t('factor.own'), onClick: () => setDialog('factors') },
    { key: 'help', icon: <QuestionCircleOutlined />, label: t('frame.help'), onClick: () => setDialog('help') },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: t('frame.signOut'), onClick: () => void signOut() },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" className="wh-profile" title={t('frame.profile', { name })}>
          <span className="wh-avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="wh-profile-name">{name}</span>
        </Button>
      </Dropdown>
      {dialog && <ProfileDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}
