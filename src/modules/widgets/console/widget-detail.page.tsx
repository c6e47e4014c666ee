import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { widgetDetailPage, widgetListPage } from '../common/permissions.ts';
import { widget, widgetOffline, widgetOnline } from '../common/widget.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import './components/widgets.css';

/** One widget: its name and status, and its versions, details and roles as tabs. */
export default function WidgetDetailPage(): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const { widgetId = '' } = useParams();
  const title = useCodeName(widgetDetailPage.code);
  const list = useCodeName(widgetListPage.code);
  const { data, error, refetch } = useRead(widget.get, { id: widgetId });
  const name = data ? pick(data.name, language) : title;
  return (
    <>
      <PageLink to={widgetListPage.route ?? ''} current={false}>
        {list}
      </PageLink>
      <PageHeader
        title={name}
        actions={
          data && (
            <>
              <Tag color={data.status === widgetStatus.online ? 'green' : 'default'}>{t(`widget.status.${data.status}`)}</Tag>
              <ActionButton
                endpoint={data.status === widgetStatus.online ? widgetOffline : widgetOnline}
                names={[name]}
                input={{ ids: [data.id] }}
                invalidates={[widget.get, widget.list]}
              />
            </>
          )
        }
      />
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <NestedTabs page={widgetDetailPage.code.replaceAll('_', '-')} />}
    </>
  );
}
