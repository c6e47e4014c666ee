import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { emoticonFrame } from '../common/permissions.ts';

/** Emoticons: packages, and the emoticons of one. */
export default function EmoticonFramePage(): ReactElement {
  const t = useT('emoticons');
  const title = useCodeName(emoticonFrame.code);
  return (
    <>
      <PageHeader title={title} help={t('emoticons.help')} />
      <NestedTabs page={emoticonFrame.code.replaceAll('_', '-')} />
    </>
  );
}
