import { Button, Input, Segmented, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { store } from '#kit/console/store/store.ts';
import { checkData } from '../../common/form/accept.ts';
import type { FormData, FormInput } from '../../common/form/evaluate.types.ts';
import { listLineOf } from '../../common/form/list-line.ts';
import { withValueAt } from '../../common/form/values.ts';
import type { DataEntry, FormValue, FormVersion } from '../../common/form/version.ts';
import { FormLanguageContext } from '../form/form-language.ts';
import { FormView } from '../form/form-view.tsx';
import '../template/template.css';

const samples: Record<DataEntry['type'], FormValue> = { text: '…', number: 100, boolean: true, object: {}, list: [] };

/** Sample data of a content: something at every path that a system pushes. */
function sampleOf({ dataSchema, fields }: FormVersion): FormData {
  return dataSchema.reduce<FormData>((data, { path, type }) => {
    const field = fields.find((one) => (one.path ?? one.code) === path);
    if (field?.type === 'date') return withValueAt(data, path, '2026-01-31');
    if (field?.options?.[0] && type === 'text') return withValueAt(data, path, field.options[0].value);
    return field?.type === 'table' ? withValueAt(data, path, [{}]) : withValueAt(data, path, samples[type]);
  }, {});
}

/** JSON that was typed; undefined where it is no object. */
function dataIn(text: string): FormData | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormData) : undefined;
  } catch {
    return undefined;
  }
}

interface CanvasProps {
  readonly version: FormVersion;
  readonly chosen: string | undefined;
  readonly onChoose: (code: string) => void;
}

/** The form as people see it, on a phone or a desktop, in each language and stage, filled with data. */
export function Canvas({ version, chosen, onChoose }: CanvasProps): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  const [own] = useLanguage();
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const [language, setLanguage] = useState<Language>(own);
  const [stage, setStage] = useState<string>();
  const [text, setText] = useState('{}');
  const [input, setInput] = useState<FormInput>({});
  const [now] = useState(() => Date.now());
  const data = dataIn(text);
  const line = listLineOf(version, data ?? {}, language);
  const { uid, name } = store.get('userInfo')?.empInfoDto ?? { uid: '', name: '' };
  return (
    <section aria-label={t('design.canvas')} className="tdd-canvas">
      <div className="tdd-tools">
        <Segmented
          aria-label={t('design.device')}
          value={device}
          options={(['phone', 'desktop'] as const).map((one) => ({ value: one, label: t(`design.${one}`) }))}
          onChange={setDevice}
        />
        <Segmented
          aria-label={t('design.language')}
          value={language}
          options={languages.map((one) => ({ value: one, label: kit(`lang.${one}`) }))}
          onChange={setLanguage}
        />
        <Select<string>
          aria-label={t('design.stage')}
          allowClear
          placeholder={t('design.firstStage')}
          value={stage ?? null}
          options={version.stages.map((one) => ({ value: one.code, label: pick(one.name, language) }))}
          onChange={(next: string | undefined) => setStage(next)}
        />
      </div>
      <div className={`tdd-paper tdd-${device}`}>
        {line.title !== null && <h3>{line.title}</h3>}
        {line.summary.map((one, at) => (
          <p key={at} className="tdf-hint">
            {one}
          </p>
        ))}
        <FormLanguageContext value={language}>
          <FormView
            version={version}
            data={data ?? {}}
            input={input}
            onInput={setInput}
            stage={stage}
            person={{ uid, name }}
            now={now}
            device={device}
            chosen={chosen}
            onChoose={onChoose}
          />
        </FormLanguageContext>
        <Actions version={version} stage={stage} language={language} onChoose={onChoose} />
      </div>
      <Sample version={version} text={text} data={data} onText={setText} onClear={() => setInput({})} />
    </section>
  );
}

interface ActionsProps extends Pick<CanvasProps, 'version' | 'onChoose'> {
  readonly stage: string | undefined;
  readonly language: Language;
}

/** Actions that the stage offers; a click chooses one. */
function Actions({ version, stage, language, onChoose }: ActionsProps): ReactElement {
  return (
    <div className="tdd-tools">
      {version.actions
        .filter(({ code }) => {
          const shown = version.stages.find((one) => one.code === stage) ?? version.stages[0];
          return !shown || shown.actions.includes(code);
        })
        .map((action) => (
          <Button
            key={action.code}
            type={action.style === 'primary' ? 'primary' : 'default'}
            danger={action.style === 'danger'}
            onClick={() => onChoose(`action:${action.code}`)}
          >
            {pick(action.label, language)}
          </Button>
        ))}
    </div>
  );
}

interface SampleProps {
  readonly version: FormVersion;
  readonly text: string;
  readonly data: FormData | undefined;
  readonly onText: (text: string) => void;
  readonly onClear: () => void;
}

/** Data with which the form is filled, and why they do not fit. */
function Sample({ version, text, data, onText, onClear }: SampleProps): ReactElement {
  const t = useT('todo-forms');
  const wrong = data ? checkData(version, data) : [];
  return (
    <details>
      <summary>{t('design.sample')}</summary>
      <Input.TextArea
        aria-label={t('design.sample')}
        rows={6}
        className="tdt-code"
        value={text}
        {...(!data && { status: 'error' as const })}
        onChange={({ target }) => onText(target.value)}
      />
      <div className="tdd-tools">
        <Button size="small" onClick={() => onText(JSON.stringify(sampleOf(version), null, 2))}>
          {t('design.makeSample')}
        </Button>
        <Button size="small" onClick={onClear}>
          {t('design.clearInput')}
        </Button>
      </div>
      {!data && <p role="alert">{t('test.noJson')}</p>}
      <ul className="tdf-issues">
        {wrong.map(({ path, key, params }) => (
          <li key={`${path}.${key}`}>{`${path}: ${t(`form.issue.${key}`, { ...params })}`}</li>
        ))}
      </ul>
    </details>
  );
}
