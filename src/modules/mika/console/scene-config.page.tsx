import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { sceneConfigPage } from '../common/permissions.ts';
import { Scenes } from './config/scenes.tsx';
import './mika.css';
import { TestConsole } from './talk/test-console.tsx';

const Answers = later('mika-answers', async () => (await import('./config/knowledge.tsx')).Answers);
const Synonyms = later('mika-synonyms', async () => (await import('./config/knowledge.tsx')).Synonyms);
const Missed = later('mika-missed', async () => (await import('./config/missed.tsx')).Missed);
const Settings = later('mika-settings', async () => (await import('./config/settings.tsx')).Settings);
const Versions = later('mika-versions', async () => (await import('./config/versions.tsx')).Versions);

/** What mika answers and does; at the right sentences can be tried. */
export default function SceneConfigPage(): ReactElement {
  const t = useT('mika');
  return (
    <div className="mika-config">
      <ViewTabs
        tabs={[
          { key: 'scene', label: t('tab.scene'), children: <Scenes /> },
          { key: 'answer', label: t('tab.answer'), children: <Answers /> },
          { key: 'synonym', label: t('tab.synonym'), children: <Synonyms /> },
          { key: 'missed', label: t('tab.missed'), children: <Missed /> },
          { key: 'setting', label: t('tab.setting'), children: <Settings /> },
          { key: 'version', label: t('tab.version'), children: <Versions /> },
        ]}
      />
      <Permit code={sceneConfigPage.button.test}>
        <TestConsole />
      </Permit>
    </div>
  );
}
