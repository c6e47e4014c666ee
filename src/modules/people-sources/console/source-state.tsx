import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { ObjectWords } from '#kit/console/object/object-head.tsx';
import type { SourceDetail, SourceRow } from '../common/source.contract.ts';
import './source.css';

/** Where a source stands; one that does not run by itself says so. */
export function SourceState({ source }: { source: Pick<SourceRow, 'state' | 'enabled'> }): ReactElement {
  const t = useT('user-centre');
  const shown = source.enabled || source.state === 'running' || source.state === 'held' || source.state === 'draft' ? source.state : 'off';
  return (
    <span className="whk-tag" data-source={shown}>
      {shown === 'off' ? t('source.off') : t(`source.state.${shown}`)}
    </span>
  );
}

/** What is said of a source above its tabs. */
export const sourceHead = (source: SourceDetail): ObjectWords => ({
  name: source.name,
  path: `${source.rootDepartmentName} · ${source.code}`,
  state: <SourceState source={source} />,
});
