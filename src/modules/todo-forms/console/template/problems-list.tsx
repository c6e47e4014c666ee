import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FormProblem } from '../../common/form/problems.ts';
import './template.css';

/** What is wrong with a content; a click leads there. */
export function ProblemsList({
  problems,
  onChoose,
}: {
  problems: readonly FormProblem[];
  onChoose?: (path: string) => void;
}): ReactElement | null {
  const t = useT('todo-forms');
  if (problems.length === 0) return null;
  return (
    <ul className="tdt-list" aria-label={t('problem.all')}>
      {problems.map((one, at) => {
        const words = t(`problem.${one.key}`, { place: one.path.split('.').slice(1).join('.') || one.path, detail: one.detail });
        return (
          <li key={at}>
            <Tag color={one.level === 'error' ? 'error' : 'warning'}>{t(`problem.${one.level}`)}</Tag>
            {onChoose ? (
              <Button type="link" onClick={() => onChoose(one.path)}>
                {words}
              </Button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
