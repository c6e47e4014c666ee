import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { SourceDetail } from '../../common/source.contract.ts';
import { wordOf } from '../counts-text.tsx';
import { CopyLine } from './copy-line.tsx';

/** Where the other side tells of changes, and how it signs. */
export function HookPanel({ source }: { source: SourceDetail }): ReactElement {
  const t = useT('user-centre');
  const title = t('source.hook.title');
  const isOn = source.secretsSet.includes('eventKey');
  return (
    <section className="whk-panel so-try" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      <CopyLine label={t('source.hook.address')} value={`${window.location.origin}/hook/source/${source.code}`} />
      <p>{wordOf(`source.hook.${String(source.config['preset'] ?? 'generic')}`)}</p>
      <Alert type={isOn ? 'success' : 'info'} showIcon title={t(isOn ? 'source.hook.on' : 'source.hook.off')} />
    </section>
  );
}
