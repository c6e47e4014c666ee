import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { holdingChoices, type HoldingChoice } from '#kit/common/holding.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { useNames } from '#kit/console/pickers/use-names.ts';
import type { HoldingRow } from '../../common/life/life-fields.ts';

interface Choice {
  kind: string;
  choice: HoldingChoice;
}

/** The choices that a form holds. */
export function choicesIn(value: unknown): Choice[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: { kind?: unknown; choice?: unknown }) => {
    const choice = holdingChoices.find((name) => name === one.choice);
    return typeof one.kind === 'string' && choice ? [{ kind: one.kind, choice }] : [];
  });
}

interface ChoicesInputProps {
  holdings: readonly HoldingRow[];
  value?: unknown;
  onChange?: (value: Choice[]) => void;
  id?: string;
}

const chosenFor = ({ kind, choices }: HoldingRow, all: readonly Choice[]): HoldingChoice =>
  all.find((one) => one.kind === kind)?.choice ?? choices[0] ?? 'remove';

/** Everything that is held, with what becomes of it; where there is only one way it is told. */
export function ChoicesInput({ holdings, value, onChange, id }: ChoicesInputProps): ReactElement {
  const t = useT('user-centre');
  const all = choicesIn(value);
  if (holdings.length === 0) return <p id={id}>{t('life.holdsNothing')}</p>;
  return (
    <ul className="ul-holdings" id={id} aria-label={t('life.field.choices')}>
      {holdings.map((row) => (
        <li key={row.kind}>
          <Holding row={row} />
          {row.choices.length > 1 ? (
            <Radio.Group
              aria-label={row.title}
              value={chosenFor(row, all)}
              options={row.choices.map((choice) => ({ value: choice, label: t(`life.choice.${choice}`) }))}
              onChange={({ target }) =>
                onChange?.([
                  ...all.filter(({ kind }) => kind !== row.kind),
                  ...choicesIn([{ kind: row.kind, choice: target.value as unknown }]),
                ])
              }
            />
          ) : (
            <span className="whk-tag">{t(`life.choice.${chosenFor(row, all)}`)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A sort of things with how many there are and the first of them. */
export function Holding({ row: { title, count, sample } }: { row: HoldingRow }): ReactElement {
  const t = useT('user-centre');
  const names = sample.map(({ name }) => name).filter((name) => name !== '');
  const more = count - names.length;
  return (
    <span>
      <strong>{title}</strong> <b>{count}</b>
      {names.length > 0 && (
        <small>
          {names.join(', ')}
          {more > 0 && ` ${t('life.moreOf', { count: more })}`}
        </small>
      )}
    </span>
  );
}

/** The same to be read again. */
export function ChoicesRead({ holdings, values }: { holdings: readonly HoldingRow[]; values: FormValues }): ReactElement {
  const t = useT('user-centre');
  const all = choicesIn(values['choices']);
  const successorId = typeof values['successorId'] === 'string' ? values['successorId'] : undefined;
  const names = useNames('employee', pickerSources().employee, successorId === undefined ? [] : [successorId]);
  if (holdings.length === 0) return <p>{t('life.holdsNothing')}</p>;
  return (
    <div className="ul-effect">
      <dl>
        {successorId !== undefined && (
          <div>
            <dt>{t('life.field.successorId')}</dt>
            <dd>{names.get(successorId)?.name ?? '…'}</dd>
          </div>
        )}
        {holdings.map((row) => (
          <div key={row.kind}>
            <dt>{`${row.title} (${row.count})`}</dt>
            <dd>{t(`life.choice.${chosenFor(row, all)}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
