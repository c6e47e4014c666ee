import { Form, Input, Select } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import type { Input as InputOf } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { useWords } from '#kit/console/page/subject.ts';
import {
  extraChoices,
  extraNumbers,
  extraTexts,
  extraTypeChanges,
  extraTypes,
  type ExtraTarget,
  type ExtraType,
} from '../../common/extra/extra-fields.ts';
import { extraAdd, extraDraft, extraGet, extraTry, extraUpdate, type ExtraRow } from '../../common/extra/extra.contract.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { extraField } from '../subjects.ts';
import { ExtraInput } from './extra-input.tsx';
import { extraReadings } from './extra-readings.ts';
import { OptionsInput, type EnteredOption } from './options-input.tsx';

const F = fieldsOf(extraDraft);
const width = 760;

interface AddFieldProps {
  target: ExtraTarget;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A new field of people or of departments. */
export function AddField({ target, onSaved, onClose }: AddFieldProps): ReactElement {
  const made = useRef<string>(undefined);
  return (
    <DrawerForm
      endpoint={extraAdd}
      subject={extraField}
      initial={{
        type: 'text',
        options: [],
        editableBy: 'administrator',
        required: false,
        unique: false,
        filterable: false,
        listable: false,
        searchable: false,
        sensitive: false,
      }}
      input={(values) => ({ ...fitting(values), target }) as InputOf<typeof extraAdd>}
      invalidates={extraReadings}
      onSaved={({ id }) => (made.current = id)}
      // One step in the address: from the form to what it made.
      onClose={() => (made.current === undefined ? onClose() : onSaved(made.current))}
      width={width}
    >
      <Fields />
    </DrawerForm>
  );
}

/** The definition of a field, read again. */
export function EditField({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null {
  const { data } = useRead(extraGet, { id });
  if (!data) return null;
  return (
    <DrawerForm
      endpoint={extraUpdate}
      subject={extraField}
      initial={data}
      target={{ id, version: data.version }}
      invalidates={extraReadings}
      onClose={onClose}
      width={width}
    >
      <Fields stored={data} />
    </DrawerForm>
  );
}

/** Without what another type left behind. */
function fitting(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const type = values['type'] as ExtraType;
  const { options, min, max, maxLength, pattern, ...others } = values;
  return {
    ...others,
    ...(extraChoices.has(type) && { options }),
    ...(extraNumbers.has(type) && { min, max }),
    ...(extraTexts.has(type) && { maxLength, pattern }),
  };
}

function Fields({ stored }: { stored?: ExtraRow }): ReactElement {
  const t = useT('user-centre');
  const type = (Form.useWatch<unknown>('type') ?? 'text') as ExtraType;
  const options = (Form.useWatch<unknown>('options') ?? []) as EnteredOption[];
  const choice = extraChoices.has(type);
  const shown = options
    .filter((one) => one.value)
    .map(({ value, label, enabled }) => ({ value: value ?? '', label: label?.zh_CN ?? value ?? '', enabled: enabled !== false }));
  return (
    <>
      <F.name as="local" />
      {!stored && <F.code help={t('extra.codeHelp')} />}
      <TypeField stored={stored} />
      <F.section as="local" />
      <F.description as="local" />
      {choice && (
        <F.options wide>
          <OptionsInput />
        </F.options>
      )}
      <h3>{t('extra.section.rules')}</h3>
      {extraNumbers.has(type) && (
        <>
          <F.min as="number" />
          <F.max as="number" />
        </>
      )}
      {extraTexts.has(type) && (
        <>
          <F.maxLength />
          <F.pattern as="text" help={t('extra.patternHelp')} />
        </>
      )}
      <F.default>
        <ExtraInput field={{ type, options: shown, min: null, max: null, maxLength: null }} />
      </F.default>
      <F.required />
      <F.unique />
      <Tester type={type} />
      <h3>{t('extra.section.use')}</h3>
      <F.filterable help={t('extra.filterableHelp')} />
      <F.listable />
      <F.searchable />
      <F.sensitive help={t('extra.sensitiveHelp')} />
      <F.editableBy />
    </>
  );
}

/** The type; of a stored field what it may become without losing anything. */
function TypeField({ stored }: { stored: ExtraRow | undefined }): ReactElement {
  const t = useT('user-centre');
  const words = useWords();
  const next = stored && extraTypeChanges[stored.type];
  const types = stored ? [stored.type, ...(next ? [next] : [])] : extraTypes;
  const help = stored && (next ? t('extra.typeHelp', { types: words.value('type', next) }) : t('extra.typeFixed'));
  return (
    <F.type {...(help !== undefined && { help })} disabled={stored !== undefined && !next}>
      <Select options={types.map((value) => ({ value, label: words.value('type', value) }))} />
    </F.type>
  );
}

/** Tries a value on the rules as they stand in the form. */
function Tester({ type }: { type: ExtraType }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [text, setText] = useState('');
  const values = Form.useWatch((all: Readonly<Record<string, unknown>>) => all, { preserve: true }) ?? {};
  const field = extraDraft
    .pick({ type: true, options: true, min: true, max: true, maxLength: true, pattern: true })
    .safeParse({ ...pickOf(fitting({ ...values, type })), type });
  const asked = useSettled(JSON.stringify({ field: field.data ?? null, text, name: nameIn(values['name'], language) }));
  const request = JSON.parse(asked) as { field: NonNullable<typeof field.data> | null; text: string; name: string };
  const { data } = useRead(
    extraTry,
    { field: request.field ?? { type }, text: request.text, name: request.name },
    { enabled: request.field !== null && request.text !== '' },
  );
  const settled = request.text === text && text !== '';
  return (
    <Form.Item
      className="whk-wide"
      label={t('extra.tester')}
      htmlFor="extra-tester"
      extra={t('extra.testerHint')}
      {...(settled && data && !data.fits && { validateStatus: 'error' as const, help: data.message })}
      {...(settled && data?.fits && { validateStatus: 'success' as const, help: t('extra.fits') })}
    >
      <Input id="extra-tester" value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
    </Form.Item>
  );
}

/** The name as far as it was entered. */
const nameIn = (name: unknown, language: Language): string => String(fieldOf(name, language) ?? fieldOf(name, 'zh_CN') ?? '').slice(0, 100);

const tried = ['options', 'min', 'max', 'maxLength', 'pattern'] as const;

/** The rules that were entered, empty ones left out. */
const pickOf = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(tried.flatMap((name) => (values[name] === undefined || values[name] === '' ? [] : [[name, values[name]]])));
