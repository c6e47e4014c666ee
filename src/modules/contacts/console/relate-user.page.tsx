import type { ReactElement } from 'react';
import { ContactMembers } from './components/role-members.tsx';

/** People who hold the chosen contact role. */
export default function RelateUserPage(): ReactElement {
  return <ContactMembers kind="employee" />;
}
