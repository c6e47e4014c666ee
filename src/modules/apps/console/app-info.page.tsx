import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { app, appOffline, appOnline, onShelf } from '../common/app.contract.ts';
import { appInfoPage, appListPage } from '../common/permissions.ts';
import { ShelfTag } from './components/shelf-tag.tsx';
import { useApp } from './use-app.ts';

/** Frame of one app. */
export default function AppInfoPage(): ReactElement {
  const [language] = useLanguage();
  const title = useCodeName(appInfoPage.code);
  const list = useCodeName(appListPage.code);
  const { id, data, error, refetch } = useApp();
  const name = data ? pick(data.name, language) : title;
  const actions = data && (
    <>
      <ShelfTag status={data.status} />
      <ActionButton
        endpoint={data.status === onShelf ? appOffline : appOnline}
        input={{ ids: [id] }}
        names={[name]}
        invalidates={[app.list, app.get]}
      />
    </>
  );
  return (
    <>
      <PageLink to={appListPage.route ?? '/'} current={false}>
        {list}
      </PageLink>
      <PageHeader title={name} actions={actions} />
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <NestedTabs page={appInfoPage.code.replaceAll('_', '-')} />}
    </>
  );
}
