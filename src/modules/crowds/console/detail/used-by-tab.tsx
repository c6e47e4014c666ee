import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdUsedBy } from '../../common/crowd.contract.ts';

/** What refers to a crowd: while there is anything, it can't be deleted. */
export function UsedByTab({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(crowdUsedBy, { id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={4} />;
  if (data.list.length === 0) return <EmptyState title={t('crowd.notUsed')} hint={t('crowd.notUsedHint')} />;
  return (
    <ul className="whk-panel cr-used">
      {data.list.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <span className="whk-tag">{one.title}</span> {one.name}
        </li>
      ))}
    </ul>
  );
}
