import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { widgetVersionPage } from '../common/permissions.ts';
import { widgetVersionGet, widgetVersionList, widgetVersionOffline, widgetVersionOnline } from '../common/widget-version.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { widgetRoute } from './components/widget-routes.ts';
import './components/widgets.css';

/** One version of a widget: the app versions that it serves, and its package, as tabs. */
export default function WidgetVersionPage(): ReactElement {
  const t = useT('widgets');
  const { widgetVersionId = '' } = useParams();
  const title = useCodeName(widgetVersionPage.code);
  const { data, error, refetch } = useRead(widgetVersionGet, { id: widgetVersionId });
  const name = data ? `${data.widgetName} ${data.versionName}` : title;
  return (
    <>
      {data && (
        <PageLink to={widgetRoute(data.widgetId)} current={false}>
          {data.widgetName}
        </PageLink>
      )}
      <PageHeader
        title={name}
        actions={
          data && (
            <>
              <Tag color={data.status === widgetStatus.online ? 'green' : 'default'}>{t(`widgetVersion.status.${data.status}`)}</Tag>
              <ActionButton
                endpoint={data.status === widgetStatus.online ? widgetVersionOffline : widgetVersionOnline}
                names={[name]}
                input={{ ids: [data.id] }}
                invalidates={[widgetVersionGet, widgetVersionList]}
              />
            </>
          )
        }
      />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <NestedTabs page={widgetVersionPage.code.replaceAll('_', '-')} />
      )}
    </>
  );
}
