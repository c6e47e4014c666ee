import {
  AppstoreOutlined,
  CalendarOutlined,
  GlobalOutlined,
  MailOutlined,
  MessageOutlined,
  NotificationOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ReactElement } from 'react';
import type { NavEntry, NavTarget } from '../../common/nav.contract.ts';
import { pictureOf } from './pictures.ts';

const shipped: Readonly<Record<NavTarget, typeof UserOutlined>> = {
  messages: MessageOutlined,
  contacts: TeamOutlined,
  workbench: AppstoreOutlined,
  publicAccounts: NotificationOutlined,
  mail: MailOutlined,
  calendar: CalendarOutlined,
  me: UserOutlined,
  url: GlobalOutlined,
};

interface NavIconProps {
  entry: NavEntry;
  icons: Readonly<Record<string, string>>;
  selected?: boolean;
}

/** The picture of an entry: its own, or that of where it leads. */
export function NavIcon({ entry, icons, selected = false }: NavIconProps): ReactElement {
  const own = (selected && entry.selectedIcon) || entry.icon;
  const address = own === null ? undefined : pictureOf(own, icons);
  if (address !== undefined) return <img className="ts-icon" src={address} alt="" />;
  const Shipped = shipped[entry.target];
  return <Shipped className="ts-icon" aria-hidden="true" />;
}
