import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { FunctionsPanel } from './components/functions-panel.tsx';
import { GroupsPanel } from './components/groups-panel.tsx';

/** What the chosen device role gives: functions with files, and groups of settings. */
export default function RightsPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  if (roleId === null) return null;
  return (
    <>
      <FunctionsPanel key={`functions ${roleId}`} roleId={roleId} />
      <GroupsPanel key={`groups ${roleId}`} roleId={roleId} />
    </>
  );
}
