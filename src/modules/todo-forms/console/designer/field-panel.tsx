import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { copyField, freeCode, removeField, setField } from '../../common/form/edit.ts';
import {
  columnTypes,
  fieldTypes,
  formCode,
  type FieldType,
  type FormColumn,
  type FormField,
  type FormOption,
} from '../../common/form/version.ts';
import type { Draft } from './use-draft.ts';
import { WordsInput } from './words-input.tsx';

const clipboard = 'whTodoField';

interface PanelProps {
  readonly draft: Draft;
  readonly field: FormField;
  readonly onChoose: (code: string | undefined) => void;
}

/** Properties of the chosen field. */
export function FieldPanel({ draft, field, onChoose }: PanelProps): ReactElement {
  const t = useT('todo-forms');
  const set = (next: FormField): void => draft.change(setField(draft.now, field.code, next));
  const rename = (code: string): void => {
    if (!formCode.safeParse(code).success || draft.now.fields.some((one) => one.code === code)) return;
    set({ ...field, code });
    onChoose(code);
  };
  return (
    <Form layout="vertical" component="div">
      <div className="tdd-tools">
        <Button
          size="small"
          onClick={() => {
            const { version, code } = copyField(draft.now, field.code);
            draft.change(version);
            onChoose(code);
          }}
        >
          {t('design.copyField')}
        </Button>
        <Button size="small" onClick={() => localStorage.setItem(clipboard, JSON.stringify(field))}>
          {t('design.toClipboard')}
        </Button>
        <Button
          size="small"
          danger
          onClick={() => {
            draft.change(removeField(draft.now, field.code));
            onChoose(undefined);
          }}
        >
          {t('design.removeField')}
        </Button>
      </div>
      <Properties value={field} types={fieldTypes} onCode={rename} onChange={(next) => set({ ...field, ...next })} />
      <Row label={t('design.width')}>
        {(id) => (
          <Select
            id={id}
            value={field.width ?? 2}
            options={[1, 2, 3, 4].map((width) => ({ value: width, label: `${width} / 4` }))}
            onChange={(width) => set({ ...field, width })}
          />
        )}
      </Row>
      {field.type === 'table' && <Columns field={field} onChange={set} />}
    </Form>
  );
}

/** The field that was put aside for another place or template; undefined where there is none. */
export function fieldInClipboard(): unknown {
  try {
    return JSON.parse(localStorage.getItem(clipboard) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id}>
      {children(id)}
    </Form.Item>
  );
}

interface PropertiesProps {
  readonly value: FormColumn;
  readonly types: readonly FieldType[];
  readonly onCode: (code: string) => void;
  readonly onChange: (value: FormColumn) => void;
}

const texts: readonly FieldType[] = ['text', 'multiline', 'phone', 'email', 'url', 'scan'];
const numbers: readonly FieldType[] = ['number', 'money', 'rating'];

/** Without what is undefined, so that nothing is stored for it. */
const tidy = (value: FormColumn): FormColumn =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '')) as FormColumn;

function Properties({ value, types, onCode, onChange }: PropertiesProps): ReactElement {
  const t = useT('todo-forms');
  const { type } = value;
  const set = (change: Partial<FormColumn>): void => onChange(tidy({ ...value, ...change }));
  const count = (name: 'minLength' | 'maxLength' | 'min' | 'max' | 'decimals'): ReactElement => (
    <Row label={t(`design.${name}`)}>
      {(id) => <InputNumber id={id} value={value[name] ?? null} onChange={(next) => set({ [name]: next ?? undefined })} />}
    </Row>
  );
  return (
    <>
      <WordsInput label={t('design.label')} max={60} value={value.label} onChange={(label) => label && set({ label })} />
      <Row label={t('design.code')}>
        {(id) => <Input key={value.code} id={id} defaultValue={value.code} maxLength={32} onBlur={({ target }) => onCode(target.value)} />}
      </Row>
      <Row label={t('design.type')}>
        {(id) => (
          <Select
            id={id}
            value={type}
            options={types.map((one) => ({ value: one, label: t(`type.${one}`) }))}
            onChange={(next: FieldType) => set({ type: next })}
          />
        )}
      </Row>
      <Row label={t('design.path')}>
        {(id) => (
          <Input id={id} value={value.path ?? ''} placeholder={value.code} onChange={({ target }) => set({ path: target.value.trim() })} />
        )}
      </Row>
      <WordsInput label={t('design.hint')} value={value.hint} onChange={(hint) => set({ hint })} />
      <div className="tdd-checks">
        {(['required', 'mask', 'sensitive'] as const).map((name) => (
          <Checkbox key={name} checked={value[name] === true} onChange={({ target }) => set({ [name]: target.checked || undefined })}>
            {t(`design.${name}`)}
          </Checkbox>
        ))}
      </div>
      {texts.includes(type) && (
        <>
          {count('minLength')}
          {count('maxLength')}
          <Row label={t('design.pattern')}>
            {(id) => (
              <Input id={id} maxLength={200} value={value.pattern ?? ''} onChange={({ target }) => set({ pattern: target.value })} />
            )}
          </Row>
        </>
      )}
      {numbers.includes(type) && (
        <>
          {count('min')}
          {count('max')}
        </>
      )}
      {(type === 'number' || type === 'money' || type === 'formula') && count('decimals')}
      {type === 'money' && (
        <Row label={t('design.currency')}>
          {(id) => (
            <Input
              id={id}
              maxLength={3}
              value={value.currency ?? ''}
              onChange={({ target }) => set({ currency: target.value.toUpperCase() })}
            />
          )}
        </Row>
      )}
      {(type === 'select' || type === 'multiSelect') && <Options value={value.options ?? []} onChange={(options) => set({ options })} />}
      {type === 'formula' && (
        <Row label={t('design.formula')}>
          {(id) => (
            <Input.TextArea
              id={id}
              rows={3}
              maxLength={2000}
              value={value.formula ?? ''}
              onChange={({ target }) => set({ formula: target.value })}
            />
          )}
        </Row>
      )}
      {(type === 'static' || type === 'link') && (
        <WordsInput label={t('design.text')} long max={2000} value={value.text} onChange={(text) => set({ text })} />
      )}
    </>
  );
}

function Options({ value, onChange }: { value: readonly FormOption[]; onChange: (value: FormOption[]) => void }): ReactElement {
  const t = useT('todo-forms');
  const set = (at: number, change: Partial<FormOption>): void =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <fieldset className="tdd-words">
      <legend>{t('design.options')}</legend>
      {value.map((option, at) => (
        <div key={at} className="tdd-option">
          <Input
            aria-label={t('design.optionValue', { n: at + 1 })}
            maxLength={100}
            value={option.value}
            onChange={({ target }) => set(at, { value: target.value })}
          />
          <WordsInput
            label={t('design.optionLabel', { n: at + 1 })}
            max={60}
            value={option.label}
            onChange={(label) => label && set(at, { label })}
          />
          <Button type="text" danger size="small" onClick={() => onChange(value.filter((_, index) => index !== at))}>
            {t('design.removeOption', { n: at + 1 })}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange([...value, { value: String(value.length + 1), label: { zh_CN: String(value.length + 1) } }])}
      >
        {t('design.addOption')}
      </Button>
    </fieldset>
  );
}

/** Columns of a table. */
function Columns({ field, onChange }: { field: FormField; onChange: (field: FormField) => void }): ReactElement {
  const t = useT('todo-forms');
  const columns = field.columns ?? [];
  const set = (next: FormColumn[]): void => onChange({ ...field, columns: next });
  const replace = (at: number, column: FormColumn): void => set(columns.map((one, index) => (index === at ? column : one)));
  return (
    <section aria-label={t('design.columns')}>
      <h4>{t('design.columns')}</h4>
      {columns.map((column, at) => (
        <details key={at} className="tdd-column">
          <summary>{column.code}</summary>
          <Properties
            value={column}
            types={columnTypes}
            onCode={(code) =>
              formCode.safeParse(code).success && !columns.some((one) => one.code === code) && replace(at, { ...column, code })
            }
            onChange={(next) => replace(at, next)}
          />
          <Button type="text" danger size="small" onClick={() => set(columns.filter((_, index) => index !== at))}>
            {t('design.removeColumn', { code: column.code })}
          </Button>
        </details>
      ))}
      <Button
        size="small"
        disabled={columns.length >= 20}
        onClick={() => {
          const code = freeCode(columns, 'column');
          set([...columns, { code, type: 'text', label: { zh_CN: code } }]);
        }}
      >
        {t('design.addColumn')}
      </Button>
    </section>
  );
}
