import type { ReactElement } from 'react';
import { RuleMembers } from './components/rule-members.tsx';

/** People that the chosen bind rule holds for. */
export default function RelateUserPage(): ReactElement {
  return <RuleMembers kind="employee" />;
}
