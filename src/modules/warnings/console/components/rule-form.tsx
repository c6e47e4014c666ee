import { Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { noticePersonList } from '../../common/notice-person.contract.ts';
import { ruleAdd, ruleGet, ruleList, ruleUpdate, type RuleRow } from '../../common/rule.contract.ts';
import { warningRule } from '../subjects.ts';
import { KindSelect } from './kind-select.tsx';
import { Replay } from './replay.tsx';
import { warningReadings } from './warning-forms.tsx';

const F = fieldsOf(ruleUpdate.input);
const A = fieldsOf(ruleAdd.input);
const readings = [ruleList, ruleGet, ...warningReadings];

interface FieldProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  id?: string;
}

/** Notice persons by name. */
function PersonsSelect({ value, onChange, id }: FieldProps<string[]>): ReactElement {
  const { data } = useRead(noticePersonList, { pageSize: 1000 });
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? []}
      options={(data?.list ?? []).map((person) => ({ value: person.id, label: person.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

interface ParametersProps extends FieldProps<Record<string, number>> {
  list: RuleRow['parameterList'];
}

/** The numbers of the kind's condition. */
function Parameters({ value, onChange, list }: ParametersProps): ReactElement {
  return (
    <div className="ww-row">
      {list.map(({ name, label, min, max }) => (
        <label key={name}>
          {label}
          <InputNumber
            className="ww-narrow"
            min={min}
            max={max}
            value={value?.[name] ?? null}
            onChange={(next) => next !== null && onChange?.({ ...value, [name]: next })}
          />
        </label>
      ))}
    </div>
  );
}

type Match = RuleRow['match'];

/** Which objects an own rule is for. */
function MatchInput({ value, onChange, id }: FieldProps<Match>): ReactElement {
  const t = useT('warnings');
  const { objectIds, nameHas, departmentId } = value ?? {};
  const change = (part: Match): void => {
    const next = { ...value, ...part };
    onChange?.({
      ...(next.nameHas ? { nameHas: next.nameHas } : {}),
      ...(next.objectIds?.length ? { objectIds: next.objectIds } : {}),
      ...(next.departmentId ? { departmentId: next.departmentId } : {}),
    });
  };
  return (
    <div className="ww-test">
      <Input
        {...(id !== undefined && { id })}
        aria-label={t('warningRule.nameHas')}
        placeholder={t('warningRule.nameHas')}
        maxLength={100}
        value={nameHas ?? ''}
        onChange={(event) => change({ nameHas: event.target.value })}
      />
      <Select<string[]>
        mode="tags"
        aria-label={t('warningRule.objectIds')}
        placeholder={t('warningRule.objectIds')}
        value={objectIds ?? []}
        onChange={(next) => change({ objectIds: next })}
      />
      <DepartmentPicker
        aria-label={t('warningRule.department')}
        placeholder={t('warningRule.department')}
        value={departmentId ?? null}
        onChange={(picked) => change({ departmentId: typeof picked === 'string' ? picked : null })}
      />
    </div>
  );
}

const numberOf = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual);
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const replayOf = (kind: string, values: FormValues) => ({
  kind,
  forMinutes: numberOf(values['forMinutes'], 0),
  clearMinutes: numberOf(values['clearMinutes'], 5),
  severity: textIn(values['severity']),
  match: typeof values['match'] === 'object' && values['match'] !== null ? values['match'] : {},
});

/** Changes a rule; it can be tried on the last 30 days before it is saved. */
export function RuleForm({ rule, onClose }: { rule: RuleRow; onClose: () => void }): ReactElement {
  const t = useT('warnings');
  const { shipped, moment, parameterList } = rule;
  const initial = {
    enabled: rule.enabled,
    severity: rule.severity,
    forMinutes: rule.forMinutes,
    clearMinutes: rule.clearMinutes,
    repeatHours: rule.repeatHours,
    digest: rule.digest,
    noticePersonIds: rule.noticePersonIds,
    ownerId: rule.ownerId,
    ...(shipped
      ? { parameters: Object.fromEntries(parameterList.map(({ name, value }) => [name, value])) }
      : { name: rule.name, match: rule.match }),
  };
  return (
    <DrawerForm
      endpoint={ruleUpdate}
      subject={warningRule}
      title={shipped ? rule.title : rule.name}
      initial={initial}
      target={{ id: rule.id, version: rule.version }}
      invalidates={readings}
      impact={(values) => <Replay brief rule={replayOf(rule.kind, values)} />}
      onClose={onClose}
    >
      {!shipped && <F.name />}
      {!shipped && (
        <F.match wide>
          <MatchInput />
        </F.match>
      )}
      <F.enabled />
      {shipped && parameterList.length > 0 && (
        <F.parameters wide>
          <Parameters list={parameterList} />
        </F.parameters>
      )}
      <F.severity placeholder={t('warningRule.severityUsual', { severity: t(`warning.severity.${rule.usualSeverity}`) })} />
      {!moment && <F.forMinutes help={t('warningRule.forHelp')} />}
      <F.clearMinutes help={t('warningRule.clearHelp')} />
      <F.repeatHours />
      <F.digest />
      <F.noticePersonIds wide>
        <PersonsSelect />
      </F.noticePersonIds>
      <F.ownerId>
        <EmployeePicker />
      </F.ownerId>
    </DrawerForm>
  );
}

/** A new rule for some objects of a kind. */
export function RuleAddForm({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('warnings');
  return (
    <DrawerForm
      endpoint={ruleAdd}
      subject={warningRule}
      title={t('warningRule.newOwn')}
      initial={{
        match: {},
        enabled: true,
        severity: null,
        forMinutes: 0,
        clearMinutes: 5,
        repeatHours: 24,
        digest: 'atOnce',
        noticePersonIds: [],
      }}
      invalidates={readings}
      impact={(values) => (typeof values['kind'] === 'string' ? <Replay brief rule={replayOf(values['kind'], values)} /> : undefined)}
      onClose={onClose}
    >
      <A.kind>
        <KindSelect />
      </A.kind>
      <A.name />
      <A.match wide>
        <MatchInput />
      </A.match>
      <A.severity />
      <A.forMinutes help={t('warningRule.forHelp')} />
      <A.clearMinutes help={t('warningRule.clearHelp')} />
      <A.repeatHours />
      <A.digest />
      <A.noticePersonIds wide>
        <PersonsSelect />
      </A.noticePersonIds>
      <A.ownerId>
        <EmployeePicker />
      </A.ownerId>
    </DrawerForm>
  );
}
