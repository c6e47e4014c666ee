import { Button, Checkbox, Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { dataTypes, type DataEntry, type FieldType, type FormSection } from '../../common/form/version.ts';
import type { Draft } from './use-draft.ts';
import { WordsInput } from './words-input.tsx';

const byType: Partial<Record<FieldType, DataEntry['type']>> = {
  number: 'number',
  money: 'number',
  rating: 'number',
  switch: 'boolean',
  table: 'list',
  multiSelect: 'list',
  file: 'list',
  picture: 'list',
  location: 'object',
  signature: 'object',
  dateRange: 'object',
};
const notPushed: readonly FieldType[] = ['formula', 'static', 'employee', 'department'];

/** Data that a system pushes, and how an item stands in lists. */
export function DataPanel({ draft }: { draft: Draft }): ReactElement {
  const t = useT('todo-forms');
  const { dataSchema, fields, list } = draft.now;
  const set = (next: DataEntry[]): void => draft.change({ ...draft.now, dataSchema: next });
  const setOne = (at: number, change: Partial<DataEntry>): void =>
    set(dataSchema.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const known = new Set(dataSchema.map(({ path }) => path));
  const missing = fields.filter(({ type, path, code }) => !notPushed.includes(type) && !known.has(path ?? code));
  const fill = (): void =>
    set([
      ...dataSchema,
      ...missing.map(({ type, path, code }): DataEntry => ({ path: path ?? code, type: byType[type] ?? 'text', required: false })),
    ]);
  return (
    <section aria-label={t('design.data')}>
      <p className="tdf-hint">{t('design.dataHelp')}</p>
      {dataSchema.map((entry, at) => (
        <div key={at} className="tdd-option" role="group" aria-label={t('design.entry', { n: at + 1 })}>
          <Input aria-label={t('design.path')} value={entry.path} onChange={({ target }) => setOne(at, { path: target.value.trim() })} />
          <Select
            aria-label={t('design.type')}
            value={entry.type}
            options={dataTypes.map((type) => ({ value: type, label: t(`dataType.${type}`) }))}
            onChange={(type) => setOne(at, { type })}
          />
          <Checkbox checked={entry.required} onChange={({ target }) => setOne(at, { required: target.checked })}>
            {t('design.required')}
          </Checkbox>
          <Button type="text" danger size="small" onClick={() => set(dataSchema.filter((_, index) => index !== at))}>
            {t('design.removeEntry', { n: at + 1 })}
          </Button>
        </div>
      ))}
      <div className="tdd-tools">
        <Button size="small" onClick={() => set([...dataSchema, { path: 'path', type: 'text', required: false }])}>
          {t('design.addEntry')}
        </Button>
        <Button size="small" disabled={missing.length === 0} onClick={fill}>
          {t('design.fillEntries', { n: missing.length })}
        </Button>
      </div>
      <h4>{t('design.list')}</h4>
      <p className="tdf-hint">{t('design.listHelp')}</p>
      <WordsInput
        label={t('design.listTitle')}
        value={list.title}
        onChange={(title) => {
          const { title: _title, ...rest } = list;
          draft.change({ ...draft.now, list: { ...rest, ...(title && { title }) } });
        }}
      />
      {[0, 1, 2].map((at) => (
        <WordsInput
          key={at}
          label={t('design.listLine', { n: at + 1 })}
          value={list.summary[at]}
          onChange={(words) => {
            const summary = [0, 1, 2].flatMap((index) => {
              const line = index === at ? words : list.summary[index];
              return line ? [line] : [];
            });
            draft.change({ ...draft.now, list: { ...list, summary } });
          }}
        />
      ))}
    </section>
  );
}

/** Properties of a section. */
export function SectionPanel({
  draft,
  section,
  onChoose,
}: {
  draft: Draft;
  section: FormSection;
  onChoose: (code: string | undefined) => void;
}): ReactElement {
  const t = useT('todo-forms');
  const { sections } = draft.now.layout;
  const set = (next: FormSection[]): void => draft.change({ ...draft.now, layout: { sections: next } });
  const replace = (next: FormSection): void => set(sections.map((one) => (one.code === section.code ? next : one)));
  const at = sections.indexOf(section);
  const remove = (): void => {
    const before = sections[at - 1] ?? sections[at + 1];
    set(
      sections.flatMap((one) => {
        if (one === section) return [];
        return one === before ? [{ ...one, fields: [...one.fields, ...section.fields] }] : [one];
      }),
    );
    onChoose(undefined);
  };
  return (
    <Form layout="vertical" component="div">
      <WordsInput
        label={t('design.sectionTitle')}
        max={60}
        value={section.title}
        onChange={(title) => {
          const { title: _title, ...rest } = section;
          replace({ ...rest, ...(title && { title }) });
        }}
      />
      <Checkbox checked={section.folded === true} onChange={({ target }) => replace({ ...section, folded: target.checked })}>
        {t('design.folded')}
      </Checkbox>
      <div className="tdd-tools">
        <Button size="small" disabled={at <= 0} onClick={() => set(moved(sections, at, -1))}>
          {t('design.sectionUp')}
        </Button>
        <Button size="small" disabled={at >= sections.length - 1} onClick={() => set(moved(sections, at, 1))}>
          {t('design.sectionDown')}
        </Button>
        <Button size="small" danger disabled={sections.length < 2} onClick={remove}>
          {t('design.removeSection')}
        </Button>
      </div>
    </Form>
  );
}

function moved(sections: readonly FormSection[], at: number, by: -1 | 1): FormSection[] {
  const next = [...sections];
  [next[at], next[at + by]] = [next[at + by]!, next[at]!];
  return next;
}
