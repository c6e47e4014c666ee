import type { ReactElement } from 'react';
import { ContactMembers } from './components/role-members.tsx';

/** Crowds that hold the chosen contact role. */
export default function RelateGroupPage(): ReactElement {
  return <ContactMembers kind="crowd" />;
}
