import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { groupManage } from '../common/permissions.ts';

/** Groups and their types: the frame of both. */
export default function GroupManagePage(): ReactElement {
  const t = useT('groups');
  const title = useCodeName(groupManage.code);
  return (
    <>
      <PageHeader title={title} help={t('groups.help')} />
      <NestedTabs page={groupManage.code.replaceAll('_', '-')} />
    </>
  );
}
