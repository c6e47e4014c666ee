import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf, type Picked } from '#kit/console/pickers/picked.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { Party } from '../../common/audience.ts';

interface AudienceInputProps {
  value?: readonly Party[];
  onChange?: (value: readonly Party[]) => void;
  disabled?: boolean;
}

const pickers = { department: DepartmentPicker, crowd: CrowdPicker, employee: EmployeePicker } as const;

/** Whom something is for: departments, crowds and people; everybody while nothing is chosen. */
export function AudienceInput({ value = [], onChange, disabled = false }: AudienceInputProps): ReactElement {
  const t = useT('terminal-settings');
  const offered = (['department', 'crowd', 'employee'] as const).filter((kind) => pickerSources()[kind]);
  const pick = (kind: Party['kind'], picked: Picked): void =>
    onChange?.([...value.filter((one) => one.kind !== kind), ...idsOf(picked).map((id): Party => ({ kind, id }))]);
  return (
    <div className="ts-audience">
      {offered.map((kind) => {
        const Picker = pickers[kind];
        return (
          <Picker
            key={kind}
            multiple
            disabled={disabled}
            aria-label={t(`audience.${kind}`)}
            placeholder={t(`audience.${kind}`)}
            value={value.flatMap((one) => (one.kind === kind ? [one.id] : []))}
            onChange={(picked) => pick(kind, picked)}
          />
        );
      })}
    </div>
  );
}
