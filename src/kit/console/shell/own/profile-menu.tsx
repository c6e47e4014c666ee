import { KeyOutlined, LaptopOutlined, LogoutOutlined, QuestionCircleOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ButtonMenu } from '../../action/button-menu.tsx';
import { useT } from '../../i18n/use-t.ts';
import { useStored } from '../../store/store.ts';
import { later } from '../later.tsx';
import { leaveConsole } from '../leave-console.ts';
import { showProfile, useProfileDialog } from './profile-dialog.ts';

/** Asked for seldom, so fetched when it is. */
const ProfileDialogs = later('profile', async () => (await import('./profile-dialogs.tsx')).ProfileDialogs);

/** Who is signed in: own account with its roles, own sessions, own password, help, sign out. */
export function ProfileMenu(): ReactElement {
  const t = useT('kit');
  const dialog = useProfileDialog();
  const person = useStored('userInfo')?.empInfoDto;
  const name = person?.name ?? '';
  const items = [
    { key: 'account', icon: <UserOutlined />, label: t('frame.account'), onClick: () => showProfile('account') },
    { key: 'sessions', icon: <LaptopOutlined />, label: t('frame.sessions'), onClick: () => showProfile('sessions') },
    { key: 'password', icon: <KeyOutlined />, label: t('frame.changePassword'), onClick: () => showProfile('password') },
    { key: 'factors', icon: <SafetyOutlined />, label: t('factor.own'), onClick: () => showProfile('factors') },
    { key: 'help', icon: <QuestionCircleOutlined />, label: t('frame.help'), onClick: () => showProfile('help') },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: t('frame.signOut'), onClick: () => void leaveConsole() },
  ];
  return (
    <>
      <ButtonMenu menu={{ items }} placement="bottomRight">
        <Button type="text" className="wh-profile" title={t('frame.profile', { name })}>
          <span className="wh-avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="wh-profile-name">{name}</span>
        </Button>
      </ButtonMenu>
      {dialog && <ProfileDialogs dialog={dialog} onClose={() => showProfile(undefined)} />}
    </>
  );
}
