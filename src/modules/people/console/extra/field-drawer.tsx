import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Cell } from '#kit/console/table/cell.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { pick, type Language } from '#kit/common/language.ts';
import { extraGet, extraOption, extraUsage, type ExtraRow } from '../../common/extra/extra.contract.ts';
import { extraDictionary } from '../../common/extra/extra.permissions.ts';
import { extraField } from '../subjects.ts';
import { extraText } from './extra-text.ts';
import { FieldActions } from './field-section.tsx';

interface FieldDrawerProps {
  id: string;
  onEdit: (id: string) => void;
  onClose: () => void;
}

const facts: readonly Fact<ExtraRow>[] = [
  { name: 'name', as: 'local' },
  { name: 'code', as: 'code' },
  { name: 'type', as: 'enum' },
  { name: 'description', as: 'local' },
  { name: 'section', as: 'local' },
  { name: 'options', show: ({ options }) => <Options of={options} /> },
  { name: 'min', as: 'number' },
  { name: 'max', as: 'number' },
  { name: 'maxLength', as: 'number' },
  { name: 'pattern', as: 'code' },
  { name: 'default', show: (row) => <Usual of={row} /> },
  { name: 'required', as: 'boolean' },
  { name: 'unique', as: 'boolean' },
  { name: 'filterable', as: 'boolean' },
  { name: 'listable', as: 'boolean' },
  { name: 'searchable', as: 'boolean' },
  { name: 'sensitive', as: 'boolean' },
  { name: 'editableBy', as: 'enum' },
  { name: 'enabled', as: 'boolean' },
  { name: 'createdAt', as: 'time' },
  { name: 'updatedAt', as: 'time' },
];

/** One field: its definition, how it is used, and its history with the way back. */
export function FieldDrawer({ id, onEdit, onClose }: FieldDrawerProps): ReactElement {
  const t = useT('user-centre');
  const kit = useT('kit');
  const [language] = useLanguage();
  const read = useRead(extraGet, { id });
  return (
    <DetailDrawer
      subject={extraField}
      read={read}
      title={({ name }) => pick(name, language)}
      actions={(field) => (
        <>
          <Permit code={extraDictionary.button.update}>
            {(name) => (
              <Button type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={() => onEdit(field.id)}>
                {name}
              </Button>
            )}
          </Permit>
          <RowActions name={pick(field.name, language)}>
            <FieldActions field={field} name={pick(field.name, language)} onRemoved={onClose} />
          </RowActions>
        </>
      )}
      tabs={(field) => [
        { key: 'facts', label: t('extra.drawer.facts'), children: <Facts row={field} facts={facts} /> },
        { key: 'usage', label: t('extra.drawer.usage'), children: <Usage field={field} /> },
        {
          key: 'history',
          label: kit('history.title'),
          children: (
            <HistoryTab
              subject={extraField}
              kind="extraField"
              objectId={field.id}
              tell={(name, value) => optionsText(name, value, language)}
            />
          ),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** The options of a field in its history, by what they are called. */
function optionsText(name: string, value: unknown, language: Language): string | undefined {
  const options = name === 'options' ? z.array(extraOption).safeParse(value).data : undefined;
  return options?.map(({ label, value: of }) => `${pick(label, language)} (${of})`).join(', ');
}

/** What new objects begin with, by the words of the options. */
function Usual({ of: { default: usual, options } }: { of: ExtraRow }): ReactElement {
  const [language] = useLanguage();
  const labelOf = (value: unknown): string => {
    const option = options.find((one) => one.value === value);
    return option ? pick(option.label, language) : String(value);
  };
  return (
    <Cell
      value={Array.isArray(usual) ? usual.map(labelOf).join(', ') : typeof usual === 'string' ? labelOf(usual) : usual}
      field="default"
    />
  );
}

function Options({ of }: { of: ExtraRow['options'] }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  return (
    <ul className="ux-options">
      {of.map(({ value, label, enabled }) => (
        <li key={value}>
          {pick(label, language)} <code>{value}</code>
          {!enabled && <span className="whk-tag">{t('extra.flag.off')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** How many have a value, which values are frequent, and what uses the field. */
function Usage({ field }: { field: ExtraRow }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const words = useWords();
  const { data, error, refetch } = useRead(extraUsage, { target: field.target, id: field.id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={4} />;
  const [own] = data.fields;
  const number = (value: number): string => numberText(value, language);
  const most = Math.max(1, ...data.values.map(({ count }) => count));
  return (
    <div className="ux-usage">
      <section>
        <h3>{words.field('filled')}</h3>
        <p>{t('extra.filledOf', { filled: number(own?.filled ?? 0), all: number(data.objects) })}</p>
      </section>
      <section>
        <h3>{t('extra.values')}</h3>
        {field.sensitive && <p>{t('extra.hiddenValues')}</p>}
        {!field.sensitive && data.values.length === 0 && <p>{t('extra.noValues')}</p>}
        <dl>
          {data.values.map(({ value, count }) => (
            <div key={value}>
              <dt>{extraText(field, value, language)}</dt>
              <dd>
                <progress max={most} value={count} aria-hidden="true" />
                {number(count)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{t('extra.usedBy')}</h3>
        {own === undefined || own.uses.length === 0 ? (
          <p>{t('extra.unused')}</p>
        ) : (
          <ul>
            {own.uses.map(({ kind, title, id, name }) => (
              <li key={`${kind} ${id}`}>
                {title}: {name}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
