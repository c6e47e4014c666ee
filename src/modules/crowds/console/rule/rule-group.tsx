import { PlusOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import type { ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { crowdMatches, isGroup, type CrowdGroup } from '../../common/crowd-conditions.ts';
import { NodeTools } from './node-tools.tsx';
import { RuleClause } from './rule-clause.tsx';
import { emptyClause, emptyGroup, mayNest, placeOf, type Path } from './rule-tree.ts';
import type { RuleEdit } from './use-rule.ts';

/** Clauses and groups that count together, and the way to more of them. */
export function RuleGroup({ edit, group, path }: { edit: RuleEdit; group: CrowdGroup; path: Path }): ReactElement {
  const t = useT('user-centre');
  const place = placeOf(path);
  const issue = edit.issueAt(place);
  const name = path.length === 0 ? t('crowd.rule.whole') : t('crowd.rule.group', { place: path.map((at) => at + 1).join('.') });
  return (
    <div className="cr-group" role="group" aria-label={name} data-place={place} data-match={group.match}>
      <div className="cr-group-head">
        <Select
          aria-label={`${t('crowd.rule.match')}: ${name}`}
          value={group.match}
          popupMatchSelectWidth={false}
          options={crowdMatches.map((value) => ({ value, label: t(`crowd.match.${value}`) }))}
          onChange={(match) => edit.put(path, { ...group, match })}
        />
        {path.length > 0 && <NodeTools edit={edit} path={path} name={name} />}
      </div>
      {issue !== undefined && (
        <p className="cr-issue" role="alert">
          {issue}
        </p>
      )}
      <ol>
        {group.of.map((node, at) => (
          <li key={at}>
            {isGroup(node) ? (
              <RuleGroup edit={edit} group={node} path={[...path, at]} />
            ) : (
              <RuleClause edit={edit} clause={node} path={[...path, at]} />
            )}
          </li>
        ))}
      </ol>
      <div className="cr-add">
        <OffButton
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          off={!edit.room && 'most'}
          onClick={() => edit.add(path, emptyClause())}
        >
          {t('crowd.rule.addClause')}
        </OffButton>
        {mayNest(path) && (
          <OffButton
            type="dashed"
            size="small"
            icon={<PlusOutlined aria-hidden="true" />}
            off={!edit.room && 'most'}
            onClick={() => edit.add(path, emptyGroup())}
          >
            {t('crowd.rule.addGroup')}
          </OffButton>
        )}
      </div>
    </div>
  );
}
