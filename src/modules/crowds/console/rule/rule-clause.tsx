import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CrowdClause } from '../../common/crowd-conditions.ts';
import { NodeTools } from './node-tools.tsx';
import { placeOf, type Path } from './rule-tree.ts';
import type { RuleEdit } from './use-rule.ts';
import { aboutField, fieldIn, shapeOf, withOp } from './value-shape.ts';
import { ValueInput } from './value-input.tsx';

/** One clause: a field, what is asked of it, and the value. */
export function RuleClause({ edit, clause, path }: { edit: RuleEdit; clause: CrowdClause; path: Path }): ReactElement {
  const t = useT('user-centre');
  const { catalogue } = edit;
  const place = placeOf(path);
  const field = fieldIn(catalogue, clause.field);
  const issue = edit.issueAt(place);
  const name = t('crowd.rule.clause', { number: edit.numberOf(place) });
  const status = issue === undefined ? {} : { status: 'error' as const };
  return (
    <div className="cr-clause" role="group" aria-label={name} data-place={place}>
      <Select
        {...status}
        className="cr-field"
        aria-label={`${t('crowd.rule.field')}: ${name}`}
        placeholder={t('crowd.rule.field')}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        value={clause.field || undefined}
        options={catalogue.fields.map(({ field: value, title }) => ({ value, label: title }))}
        onChange={(next) => edit.put(path, aboutField(catalogue, next))}
      />
      {field && (
        <Select
          className="cr-op"
          aria-label={`${t('crowd.rule.op')}: ${name}`}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          value={clause.op}
          options={field.ops.map((value) => ({ value, label: t(`crowd.op.${value}`) }))}
          onChange={(op) => edit.put(path, withOp(catalogue, clause, op))}
        />
      )}
      {field && shapeOf(field.type, clause.op) !== 'none' && (
        <div className="cr-value">
          <ValueInput
            field={field}
            clause={clause}
            name={`${t('crowd.rule.value')}: ${name}`}
            wrong={issue !== undefined}
            onChange={(value) => edit.put(path, { ...clause, value })}
          />
        </div>
      )}
      <NodeTools edit={edit} path={path} name={name} />
      {issue !== undefined && (
        <p className="cr-issue" role="alert">
          {issue}
        </p>
      )}
    </div>
  );
}
