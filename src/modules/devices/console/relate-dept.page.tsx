import type { ReactElement } from 'react';
import { RuleMembers } from './components/rule-members.tsx';

/** Departments that the chosen bind rule holds for. */
export default function RelateDeptPage(): ReactElement {
  return <RuleMembers kind="department" />;
}
