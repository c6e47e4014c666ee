import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useWords, wordsOf } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { operationLog } from '../common/permissions.ts';
import './components/logs.css';
import { OperationPanel } from './components/operation-panel.tsx';
import { SealPanel } from './components/seal-panel.tsx';
import { operation, seal } from './subjects.ts';

const views = ['list', 'seal'] as const;
type View = (typeof views)[number];

/** What administrators did, newest first, and the seals that prove it. */
export default function OperationLogPage(): ReactElement {
  const t = useT('logs');
  const words = useWords(operation);
  const title = useCodeName(operationLog.code);
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'list';
  return (
    <PageFrame title={title} help={view === 'seal' ? wordsOf(seal).own('help') : words.own('help')}>
      <Segmented<View>
        className="wl-views"
        aria-label={t('view.title')}
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        // Each view has filters of its own.
        onChange={(next) => setSearch(next === 'list' ? {} : { view: next })}
      />
      {view === 'list' ? <OperationPanel /> : <SealPanel />}
    </PageFrame>
  );
}
