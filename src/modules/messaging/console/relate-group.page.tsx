import type { ReactElement } from 'react';
import { MessagingMembers } from './components/role-members.tsx';

/** Who of one sort holds the chosen messaging role. */
export default function RelateGroupPage(): ReactElement | null {
  return <MessagingMembers kind="crowd" />;
}
