import type { ReactElement } from 'react';
import { MdmMembers } from './components/role-members.tsx';

/** People who hold the chosen device role. */
export default function RelateUserPage(): ReactElement {
  return <MdmMembers kind="employee" />;
}
