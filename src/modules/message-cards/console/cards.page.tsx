import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { cardGroup } from '../common/card.contract.ts';
import { cardManage } from '../common/permissions.ts';
import { SentList } from './sent-list.tsx';
import { SystemPanel } from './system-panel.tsx';
import { TemplatePanel } from './template-panel.tsx';

/** Cards: their templates, what was sent, who sends, and the groups in which templates stand. */
export default function CardsPage(): ReactElement {
  const t = useT('message-cards');
  const title = useCodeName(cardManage.code);
  return (
    <>
      <PageHeader title={title} help={t('cards.help')} />
      <ViewTabs
        tabs={[
          { key: 'template', label: t('tab.template'), children: <TemplatePanel /> },
          { key: 'sent', label: t('tab.sent'), children: <SentList /> },
          { key: 'system', label: t('tab.system'), children: <SystemPanel /> },
          {
            key: 'group',
            label: t('tab.group'),
            children: (
              <CrudPanel
                entity={cardGroup}
                columns={['name', { name: 'code', as: 'code' }, { name: 'templates', sortable: false }, 'place']}
              />
            ),
          },
        ]}
      />
    </>
  );
}
