import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { RoleMembersOf } from '#kit/console/roles/role-members.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';

/** Crowds that the chosen file rule holds. */
export default function RelateGroupPage(): ReactElement {
  const t = useT('enterprise');
  return pickerSources().crowd ? <RoleMembersOf kind="crowd" /> : <EmptyState title={t('crowd.none')} hint={t('crowd.noneHint')} />;
}
