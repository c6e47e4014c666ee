import { useEffect, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CrowdGroup } from '../../common/crowd-conditions.ts';
import { crowdLimits } from '../../common/crowd-conditions.ts';
import '../crowd.css';
import { RuleGroup } from './rule-group.tsx';
import { emptyRule } from './rule-tree.ts';
import { useRule } from './use-rule.ts';
import type { Catalogue } from './value-shape.ts';

interface RuleBuilderProps {
  catalogue: Catalogue;
  /** What is wrong, by the place of the clause. */
  issues: ReadonlyMap<string, string>;
  /** Counts up with each save that was stopped by a clause: the first of them is then shown. */
  stopped: number;
  id?: string;
  value?: CrowdGroup | null;
  onChange?: (value: CrowdGroup) => void;
}

/** Builds the rule of a crowd: groups of clauses, each part moved, added and removed by buttons that the keyboard reaches too. */
export function RuleBuilder({ catalogue, issues, stopped, id, value, onChange }: RuleBuilderProps): ReactElement {
  const t = useT('user-centre');
  const [edit, around] = useRule({ root: value ?? emptyRule(), catalogue, issues, onChange: (root) => onChange?.(root) });
  useEffect(() => {
    if (stopped === 0) return;
    const issue = around.current?.querySelector('.cr-issue');
    issue?.scrollIntoView({ block: 'center' });
    issue?.closest('.cr-clause')?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, [stopped, around]);
  return (
    <div className="cr-builder" ref={around} {...(id !== undefined && { id })}>
      <RuleGroup edit={edit} group={edit.root} path={[]} />
      {!edit.room && <p role="status">{t('crowd.rule.full', { most: crowdLimits.leaves })}</p>}
    </div>
  );
}
