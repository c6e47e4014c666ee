import type { ReactElement } from 'react';
import { MdmMembers } from './components/role-members.tsx';

/** Dynamic groups that hold the chosen device role. */
export default function RelateGroupPage(): ReactElement {
  return <MdmMembers kind="crowd" />;
}
