import type { ReactElement } from 'react';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { crowdConditions, isGroup, type CrowdGroup } from '../../common/crowd-conditions.ts';
import { churnLimit, crowdCatalogue, type CrowdDetail } from '../../common/crowd.contract.ts';
import { crowd as subject } from '../subjects.ts';
import { useClauseWords } from '../rule/clause-words.ts';

/** What was changed on a crowd, its rules in words. */
export function CrowdHistoryTab({ crowd }: { crowd: CrowdDetail }): ReactElement {
  const t = useT('user-centre');
  const catalogue = useRead(crowdCatalogue, {});
  const wordsOf = useClauseWords(catalogue.data ?? nothing, crowd.named);
  const ruleText = ({ match, of }: CrowdGroup): string => {
    const parts = of.map((node) => (isGroup(node) ? `(${ruleText(node)})` : Object.values(wordsOf(node)).filter(Boolean).join(' ')));
    return `${t(`crowd.match.${match}`)}: ${parts.join('; ')}`;
  };
  const tell = (field: string, value: unknown): string | undefined => {
    const rule = field === 'conditions' ? crowdConditions.safeParse(value).data : undefined;
    const limit = field === 'churnLimit' ? churnLimit.safeParse(value).data : undefined;
    if (rule) return ruleText(rule);
    return limit && `${limit.percent}% ${t('crowd.churnAnd')} ${limit.floor}`;
  };
  // Fields that are named late would be read by their codes until then.
  if (catalogue.isPending) return <WaitingForm lines={4} />;
  return <HistoryTab subject={subject} kind="crowd" objectId={crowd.id} tell={tell} />;
}

const nothing = { fields: [], uses: [], limits: { depth: 0, leaves: 0, values: 0, named: 0, nesting: 0 } };
