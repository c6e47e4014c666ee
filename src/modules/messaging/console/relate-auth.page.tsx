import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { FunctionsPanel } from './components/functions-panel.tsx';

/** What holders of the chosen messaging role may do. */
export default function RelateAuthPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <FunctionsPanel key={roleId} roleId={roleId} />;
}
