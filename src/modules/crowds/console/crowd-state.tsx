import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { CrowdRow } from '../common/crowd.contract.ts';
import './crowd.css';

/** Where a crowd stands; held or in error, with the reason. */
export function CrowdState({ crowd }: { crowd: Pick<CrowdRow, 'state' | 'held' | 'problem'> }): ReactElement {
  const t = useT('user-centre');
  const reason = useReason(crowd);
  return (
    <span className="cr-state">
      <span className="whk-tag" data-crowd={crowd.state}>
        {t(`crowd.state.${crowd.state}`)}
      </span>
      {reason !== undefined && <small>{reason}</small>}
    </span>
  );
}

/** Why a crowd does not follow its rule, in words; undefined where it does. */
export function useReason({ state, held, problem }: Pick<CrowdRow, 'state' | 'held' | 'problem'>): string | undefined {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (state === 'error') return problem ?? t('crowd.errorReason');
  if (state !== 'held' || !held) return undefined;
  return t('crowd.heldReason', { joiners: numberText(held.joiners, language), leavers: numberText(held.leavers, language) });
}
