import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { moved, type Path } from './rule-tree.ts';
import type { RuleEdit } from './use-rule.ts';

const steps = [
  { by: -1, icon: <ArrowUpOutlined aria-hidden="true" />, key: 'crowd.rule.up' },
  { by: 1, icon: <ArrowDownOutlined aria-hidden="true" />, key: 'crowd.rule.down' },
] as const;

/** Moves a part of a rule up and down as one reads, into and out of groups, and removes it. */
export function NodeTools({ edit, path, name }: { edit: RuleEdit; path: Path; name: string }): ReactElement {
  const t = useT('user-centre');
  return (
    <span className="cr-tools">
      {steps.map(({ by, icon, key }) => (
        <Button
          key={by}
          type="text"
          size="small"
          data-tool={by}
          icon={icon}
          aria-label={t(key, { name })}
          // Not disabled at the ends: the focus would be lost on the way.
          aria-disabled={moved(edit.root, path, by) === undefined}
          onClick={() => edit.move(path, by)}
        />
      ))}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={t('crowd.rule.remove', { name })}
        onClick={() => edit.remove(path)}
      />
    </span>
  );
}
