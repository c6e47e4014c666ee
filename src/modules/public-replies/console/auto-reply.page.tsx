import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { autoReplyPage } from '../common/reply/permissions.ts';
import './reply/reply.css';
import { Rules } from './reply/rules.tsx';
import { System, Welcome } from './reply/settings.tsx';
import { Tester } from './reply/tester.tsx';

/** What an account answers by itself: welcome, system reply, keyword rules; at the right, sentences can be tried. */
export default function AutoReplyPage(): ReactElement {
  const t = useT('public-replies');
  const snoId = useParams()['id'] ?? '';
  return (
    <div className="sno-reply">
      <ViewTabs
        tabs={[
          { key: 'welcome', label: t('tab.welcome'), children: <Welcome snoId={snoId} /> },
          { key: 'system', label: t('tab.system'), children: <System snoId={snoId} /> },
          { key: 'keyword', label: t('tab.keyword'), children: <Rules key={snoId} snoId={snoId} /> },
        ]}
      />
      <Permit code={autoReplyPage.button.test}>
        <Tester key={snoId} snoId={snoId} />
      </Permit>
    </div>
  );
}
