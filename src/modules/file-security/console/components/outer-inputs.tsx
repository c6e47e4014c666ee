import { Checkbox, DatePicker, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { useNames } from '#kit/console/pickers/use-names.ts';
import { dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import type { OuterNet } from '../../common/outer-net.contract.ts';
import { effects, fileActions } from '../../common/words.ts';
import './file-security.css';

interface InputProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  disabled?: boolean;
  id?: string;
}
type Actions = OuterNet['actions'];

/** What happens to each action from outside. */
export function OuterActionsInput({ value = [], onChange, disabled = false, id }: InputProps<Actions>): ReactElement {
  const t = useT('file-security');
  const change = (action: (typeof fileActions)[number], part: Partial<Actions[number]>): void => {
    const now = value.find((one) => one.action === action) ?? { action, effect: 'allow' as const, watermark: false, readOnly: false };
    const next = { ...now, ...part };
    const others = value.filter((one) => one.action !== action);
    onChange?.(next.effect === 'allow' ? others : [...others, next]);
  };
  return (
    <table id={id} className="fs-table whk-stacked">
      <thead>
        <tr>
          <th scope="col">{t('field.action')}</th>
          <th scope="col">{t('field.effect')}</th>
          <th scope="col">{t('fileRule.field.conditions')}</th>
        </tr>
      </thead>
      <tbody>
        {fileActions.map((action) => {
          const row = value.find((one) => one.action === action);
          return (
            <tr key={action}>
              <td data-label={t('field.action')}>{t(`fileRule.actions.${action}`)}</td>
              <td data-label={t('field.effect')}>
                <Select
                  aria-label={t(`fileRule.actions.${action}`)}
                  disabled={disabled}
                  value={row?.effect ?? 'allow'}
                  options={effects.map((effect) => ({
                    value: effect,
                    label: effect === 'allow' ? t('outerNet.same') : t(`fileRule.effect.${effect}`),
                  }))}
                  onChange={(effect) => change(action, { effect, ...(effect === 'allowWith' && { watermark: true }) })}
                />
              </td>
              <td data-label={t('fileRule.field.conditions')}>
                {row?.effect === 'allowWith' &&
                  (['watermark', 'readOnly'] as const).map((name) => (
                    <Checkbox
                      key={name}
                      disabled={disabled}
                      checked={row[name]}
                      onChange={({ target }) => change(action, { [name]: target.checked })}
                    >
                      {t(`fileRule.conditions.${name}`)}
                    </Checkbox>
                  ))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Exceptions = OuterNet['exceptions'];
type Exception = Exceptions[number];
const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker } as const;
const kinds = ['employee', 'department', 'crowd'] as const;

/** Who is treated as inside wherever they are, and until when. */
export function ExceptionsInput({ value = [], onChange, disabled = false }: InputProps<Exceptions>): ReactElement {
  const t = useT('file-security');
  const change = (changed: Exception): void =>
    onChange?.(value.map((one) => (one.kind === changed.kind && one.id === changed.id ? changed : one)));
  return (
    <>
      <div className="fs-fields">
        {kinds.map((kind) => {
          const Picker = pickers[kind];
          return (
            <Picker
              key={kind}
              multiple
              disabled={disabled}
              aria-label={t(`party.${kind}`)}
              placeholder={t(`party.${kind}`)}
              value={value.flatMap((one) => (one.kind === kind ? [one.id] : []))}
              onChange={(picked) =>
                onChange?.([
                  ...value.filter((one) => one.kind !== kind),
                  ...idsOf(picked).map(
                    (one) => value.find((known) => known.kind === kind && known.id === one) ?? { kind, id: one, until: null },
                  ),
                ])
              }
            />
          );
        })}
      </div>
      {kinds.map((kind) => (
        <Ends key={kind} kind={kind} all={value.filter((one) => one.kind === kind)} disabled={disabled} onChange={change} />
      ))}
    </>
  );
}

interface EndsProps {
  kind: Exception['kind'];
  all: Exceptions;
  disabled: boolean;
  onChange: (changed: Exception) => void;
}

/** Until when each exception holds. */
function Ends({ kind, all, disabled, onChange }: EndsProps): ReactElement {
  const t = useT('file-security');
  const names = useNames(
    kind,
    pickerSources()[kind],
    all.map(({ id }) => id),
  );
  return (
    <ul className="fs-lines">
      {all.map((one) => {
        const name = names.get(one.id)?.name ?? '';
        return (
          <li key={one.id} className="fs-end">
            <span>{name}</span>
            <DatePicker
              aria-label={`${t('outerNet.until')}: ${name}`}
              showTime={{ format: 'HH:mm' }}
              format={momentFormats()}
              placeholder={t('outerNet.noEnd')}
              disabled={disabled}
              value={one.until === null ? null : dayjs(one.until)}
              onChange={(at) => onChange({ ...one, until: at ? at.valueOf() : null })}
            />
          </li>
        );
      })}
    </ul>
  );
}
