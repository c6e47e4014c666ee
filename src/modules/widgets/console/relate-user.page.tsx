import type { ReactElement } from 'react';
import { MamMembers } from './components/mam-members.tsx';

/** Members of one kind of the chosen app role. */
export default function RelateUserPage(): ReactElement {
  return <MamMembers kind="employee" />;
}
