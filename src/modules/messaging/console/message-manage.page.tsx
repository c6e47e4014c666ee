import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { messageManage, singleMessagePage, groupMessagePage } from '../common/permissions.ts';

const views = {
  case: later('im-cases', async () => (await import('./cases/case-list.tsx')).CaseList),
  report: later('im-reports', async () => (await import('./cases/report-list.tsx')).ReportList),
  recall: later('im-recalls', async () => (await import('./message/recall-list.tsx')).RecallList),
  hold: later('im-holds', async () => (await import('./cases/hold-list.tsx')).HoldList),
  retention: later('im-retention', async () => (await import('./cases/retention-panel.tsx')).RetentionPanel),
  setting: later('im-setting', async () => (await import('./cases/setting-panel.tsx')).SettingPanel),
  readLog: later('im-readings', async () => (await import('./cases/read-log.tsx')).ReadLogList),
} as const;
type View = keyof typeof views;

const { button } = messageManage;
const codes: Readonly<Record<View, readonly string[]>> = {
  case: [button.openCase, button.approveCase],
  report: [button.review],
  recall: [singleMessagePage.button.recall, groupMessagePage.button.recall],
  hold: [button.hold],
  retention: [button.saveRetention],
  setting: [messageManage.code],
  readLog: [button.readLog],
};
const names = Object.keys(views) as View[];

/** What was said, as facts; cases, reports, holds, keeping times, settings and the log of readings are views that an address names. */
export default function MessageManagePage(): ReactElement {
  const t = useT('messaging');
  const title = useCodeName(messageManage.code);
  const [search, setSearch] = useSearchParams();
  const requested = search.get('view');
  const view = names.find((one) => one === requested);
  const open = (next: View | undefined): void => setSearch(next === undefined ? {} : { view: next });
  if (view) {
    const Shown = views[view];
    return (
      <>
        <PageHeader
          title={t(`view.${view}`)}
          help={t(`view.${view}.help`)}
          actions={
            <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={() => open(undefined)}>
              {t('view.back')}
            </Button>
          }
        />
        <Shown />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={title}
        help={t('message.pageHelp')}
        actions={names.map((name) => (
          <Permit key={name} code={codes[name]}>
            {() => <Button onClick={() => open(name)}>{t(`view.${name}`)}</Button>}
          </Permit>
        ))}
      />
      <NestedTabs page={messageManage.code.replaceAll('_', '-')} />
    </>
  );
}
