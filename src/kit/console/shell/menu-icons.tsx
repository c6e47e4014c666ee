import {
  ApartmentOutlined, ApiOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BellOutlined, BuildOutlined, ClusterOutlined, ContactsOutlined, ControlOutlined, DashboardOutlined, DatabaseOutlined,
  DesktopOutlined, FileOutlined, FileProtectOutlined, FolderOutlined, FormOutlined, GlobalOutlined, HistoryOutlined, HomeOutlined, IdcardOutlined, KeyOutlined, LaptopOutlined, LockOutlined, MailOutlined, MessageOutlined,
  MobileOutlined, NotificationOutlined, ReadOutlined, RobotOutlined, SafetyCertificateOutlined, ScheduleOutlined, SettingOutlined, SoundOutlined, TeamOutlined, ToolOutlined, UserOutlined, UserSwitchOutlined, VideoCameraOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactElement } from 'react';

/** Icons by the names that permissions.ts uses. */
const icons: Readonly<Record<string, ComponentType>> = {
  apartment: ApartmentOutlined, api: ApiOutlined, app: AppstoreOutlined, appstore: AppstoreOutlined, audit: AuditOutlined, bank: BankOutlined, bell: BellOutlined, build: BuildOutlined, cluster: ClusterOutlined,
  contacts: ContactsOutlined, control: ControlOutlined, dashboard: DashboardOutlined, database: DatabaseOutlined, desktop: DesktopOutlined, file: FileOutlined, 'file-protect': FileProtectOutlined, folder: FolderOutlined,
  form: FormOutlined, global: GlobalOutlined, history: HistoryOutlined, home: HomeOutlined, idcard: IdcardOutlined, key: KeyOutlined, laptop: LaptopOutlined, lock: LockOutlined, mail: MailOutlined,
  message: MessageOutlined, mobile: MobileOutlined, notification: NotificationOutlined, read: ReadOutlined, robot: RobotOutlined, safety: SafetyCertificateOutlined, schedule: ScheduleOutlined, setting: SettingOutlined,
  sound: SoundOutlined, team: TeamOutlined, tool: ToolOutlined, user: UserOutlined, 'user-switch': UserSwitchOutlined, video: VideoCameraOutlined,
};

/** The icon of a page; a plain page sign for a name that is not known. */
export function MenuIcon({ name }: { name: string | null | undefined }): ReactElement {
  const Icon = icons[name ?? ''] ?? FileOutlined;
  return (
    <span className="wh-icon" aria-hidden="true">
      <Icon />
    </span>
  );
}
