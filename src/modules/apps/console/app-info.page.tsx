import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { pick } from '#kit/common/language.ts';
import { useRead } from '#kit/console/page/query.ts';
import { app } from '../common/app.contract.ts';
import { appInfoPage } from '../common/permissions.ts';

/** Frame of one app. */
export default function AppInfoPage(): ReactElement {
  const { id = '' } = useParams();
  const [language] = useLanguage();
  const { data } = useRead(app.get, { id });
  return (
    <>
      <PageHeader title={data ? pick(data.name, language) : '…'} />
      <NestedTabs page={appInfoPage.code.replaceAll('_', '-')} />
    </>
  );
}
