import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { AnswersPanel } from './answers-panel.tsx';
import { DifferencesPanel } from './differences-panel.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { ManagersPanel } from './managers-panel.tsx';
import { TodoSettingPanel } from './setting-panel.tsx';
import './item.css';

/** To-dos, answers to systems, who looks after systems, comparisons and settings. */
export default function ManagerPage(): ReactElement {
  const t = useT('todo-forms');
  return (
    <ViewTabs
      tabs={[
        { key: 'item', label: t('tab.item'), children: <ItemsPanel /> },
        { key: 'answer', label: t('tab.answer'), children: <AnswersPanel /> },
        { key: 'person', label: t('tab.person'), children: <ManagersPanel /> },
        { key: 'difference', label: t('tab.difference'), children: <DifferencesPanel /> },
        { key: 'setting', label: t('tab.setting'), children: <TodoSettingPanel /> },
      ]}
    />
  );
}
