import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf, type Picked } from '#kit/console/pickers/picked.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { Party } from '../../common/member-limit.contract.ts';

interface PartiesInputProps {
  value?: readonly Party[];
  onChange?: (value: readonly Party[]) => void;
  disabled?: boolean;
  id?: string;
}

const pickers = { department: DepartmentPicker, crowd: CrowdPicker, employee: EmployeePicker } as const;

/** Who stands on one side of a member limit: everyone, or departments, crowds and people. */
export function PartiesInput({ value = [], onChange, disabled = false, id }: PartiesInputProps): ReactElement {
  const t = useT('enterprise');
  const everyone = value.some(({ kind }) => kind === 'everyone');
  const offered = (['department', 'crowd', 'employee'] as const).filter((kind) => pickerSources()[kind]);
  const idsOfKind = (kind: keyof typeof pickers): string[] =>
    value.flatMap((party) => (party.kind === kind && 'id' in party ? [party.id] : []));
  const pick = (kind: keyof typeof pickers, picked: Picked): void =>
    onChange?.([...value.filter((party) => party.kind !== kind), ...idsOf(picked).map((one): Party => ({ kind, id: one }))]);
  return (
    <div className="enterprise-parties">
      <Checkbox
        {...(id !== undefined && { id })}
        disabled={disabled}
        checked={everyone}
        onChange={(event) => onChange?.(event.target.checked ? [{ kind: 'everyone' }] : [])}
      >
        {t('party.everyone')}
      </Checkbox>
      {!everyone &&
        offered.map((kind) => {
          const Picker = pickers[kind];
          return (
            <div key={kind}>
              <Picker
                multiple
                disabled={disabled}
                aria-label={t(`party.${kind}`)}
                placeholder={t(`party.${kind}`)}
                value={idsOfKind(kind)}
                onChange={(picked) => pick(kind, picked)}
              />
            </div>
          );
        })}
    </div>
  );
}
