import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { personDetail } from '../common/permissions.ts';
import { CheckButton } from './components/check-button.tsx';

/** What is shown of a person: the frame of fields and special users. */
export default function PersonDetailPage(): ReactElement {
  const t = useT('contacts');
  const title = useCodeName(personDetail.code);
  return (
    <>
      <PageHeader title={title} help={t('personDetail.help')} actions={<CheckButton code={personDetail.button.check} />} />
      <NestedTabs page={personDetail.code.replaceAll('_', '-')} />
    </>
  );
}
