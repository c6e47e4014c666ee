import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { isGroup, type CrowdClause, type CrowdGroup } from '../../common/crowd-conditions.ts';
import type { crowdExplain } from '../../common/crowd-people.contract.ts';
import { placeOf, type Path } from './rule-tree.ts';
import type { ClauseWords } from './clause-words.ts';

/** What a part of the rule comes to for one person. */
type Judged = Reply<typeof crowdExplain>['clauses'][number];

interface RuleViewProps {
  rule: CrowdGroup;
  wordsOf: (clause: CrowdClause) => ClauseWords;
  /** By place; without it the rule is only read. */
  judged: ReadonlyMap<string, Judged> | undefined;
  path?: Path;
}

/** A rule to be read: its groups and clauses in words, with what each comes to for a person. */
export function RuleView({ rule, wordsOf, judged, path = [] }: RuleViewProps): ReactElement {
  const t = useT('user-centre');
  return (
    <div className="cr-group cr-read" data-match={rule.match}>
      <div className="cr-judged">
        <Verdict judged={judged?.get(placeOf(path))} />
        <strong>{t(`crowd.match.${rule.match}`)}</strong>
      </div>
      <ul>
        {rule.of.map((node, at) => (
          <li key={at}>
            {isGroup(node) ? (
              <RuleView rule={node} wordsOf={wordsOf} judged={judged} path={[...path, at]} />
            ) : (
              <ClauseView words={wordsOf(node)} judged={judged?.get(placeOf([...path, at]))} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ClauseView({ words, judged }: { words: ClauseWords; judged: Judged | undefined }): ReactElement {
  const t = useT('user-centre');
  return (
    <div className="cr-judged" data-decisive={judged?.decisive === true}>
      <Verdict judged={judged} />
      <span>
        {words.field} <em>{words.op}</em> <b>{words.value}</b>
        {judged && (
          <small>
            {judged.value === null ? t('crowd.why.empty') : t('crowd.why.value', { value: judged.value })}
            {judged.decisive && <span className="whk-tag cr-decisive">{t('crowd.why.decisive')}</span>}
          </small>
        )}
      </span>
    </div>
  );
}

function Verdict({ judged }: { judged: Judged | undefined }): ReactElement | null {
  const t = useT('user-centre');
  if (!judged) return null;
  return (
    <span className="cr-verdict" data-result={judged.result}>
      {judged.result ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />}
      <span>{t(judged.result ? 'crowd.why.true' : 'crowd.why.false')}</span>
    </span>
  );
}
