import { MinusCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Audience, AudienceRow, PartyKind } from '#kit/common/audience.ts';
import { useT } from '../i18n/use-t.ts';
import { idsOf } from '../pickers/picked.ts';
import { pickerSources } from '../pickers/picker-source.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '../pickers/pickers.tsx';
import { AudienceReach } from './audience-reach.tsx';
import './audience.css';

interface AudienceInputProps {
  /** A form gives value, onChange and id. */
  value?: Audience;
  onChange?: (value: Audience) => void;
  id?: string;
  disabled?: boolean;
  /** False: somebody must be named; the words that say "everybody while nothing is chosen" are left out. */
  open?: boolean;
}

const pickers = { department: DepartmentPicker, crowd: CrowdPicker, employee: EmployeePicker } as const;

/** Chooses whom something is for, and who is left out: departments with all below, dynamic groups and people, with a live count of whom that reaches. */
export function AudienceInput({ value = [], onChange, id, disabled = false, open = true }: AudienceInputProps): ReactElement {
  const t = useT('kit');
  const [excepting, setExcepting] = useState(false);
  const hasExceptions = excepting || value.some(({ exclude }) => exclude);
  const side = { value, disabled, onChange: (rows: Audience) => onChange?.(rows) };
  const isAll = !value.some(({ exclude }) => !exclude);
  return (
    <div className="whk-audience" id={id}>
      <AudienceSide {...side} exclude={false} />
      {open && isAll && <p className="whk-audience-hint">{t('audience.everybodyHint')}</p>}
      {hasExceptions ? (
        <AudienceSide {...side} exclude />
      ) : (
        <Button
          type="link"
          size="small"
          icon={<MinusCircleOutlined aria-hidden="true" />}
          disabled={disabled}
          onClick={() => setExcepting(true)}
        >
          {t('audience.addExclude')}
        </Button>
      )}
      {(open || !isAll) && <AudienceReach rows={value} />}
    </div>
  );
}

interface SideProps {
  value: Audience;
  onChange: (rows: Audience) => void;
  disabled: boolean;
  exclude: boolean;
}

/** The pickers of what is included, or of what is excluded. */
function AudienceSide({ value, onChange, disabled, exclude }: SideProps): ReactElement {
  const t = useT('kit');
  const title = t(exclude ? 'audience.exclude' : 'audience.include');
  const offered = (['department', 'crowd', 'employee'] as const).filter((kind) => pickerSources()[kind]);
  const pick = (kind: PartyKind, ids: readonly string[]): void => {
    const others = value.filter((row) => !ids.includes(row.id) && !(row.kind === kind && row.exclude === exclude));
    onChange([...others, ...ids.map((one): AudienceRow => ({ kind, id: one, exclude }))]);
  };
  return (
    <fieldset className="whk-audience-side">
      <legend>{title}</legend>
      {offered.map((kind) => {
        const Picker = pickers[kind];
        const label = t(`audience.${kind}s`);
        return (
          <Picker
            key={kind}
            multiple
            disabled={disabled}
            aria-label={`${title} · ${label}`}
            placeholder={label}
            value={value.flatMap((row) => (row.kind === kind && row.exclude === exclude ? [row.id] : []))}
            onChange={(picked) => pick(kind, idsOf(picked))}
          />
        );
      })}
    </fieldset>
  );
}
