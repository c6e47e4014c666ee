import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { FormData } from '../../common/form/evaluate.types.ts';
import { systemTest, type TodoSystemRow } from '../../common/template/system.contract.ts';
import { todoTemplate } from '../../common/template/template.contract.ts';
import { FormView } from '../form/form-view.tsx';
import './template.css';

/** Data that were typed as JSON; undefined where they are none. */
function dataIn(text: string): FormData | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormData) : undefined;
  } catch {
    return undefined;
  }
}

/** Tries a system: a test answer to its address, or the push of a sample with the form as a phone shows it. */
export function TestDialog({ system, onClose }: { system: TodoSystemRow; onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  const base = useId();
  const [language] = useLanguage();
  const [what, setWhat] = useState<'answer' | 'push'>('answer');
  const [template, setTemplate] = useState<string>();
  const [person, setPerson] = useState('');
  const [text, setText] = useState('{}');
  const [result, setResult] = useState<Reply<typeof systemTest>>();
  const { save, saving } = useSave(systemTest, { message: null, onSaved: setResult });
  const { data: templates } = useRead(todoTemplate.list, { systemId: system.id, pageSize: 200 });
  const chosen = templates?.list.find(({ code }) => code === template);
  const data = dataIn(text);
  const input =
    what === 'answer'
      ? { id: system.id, what }
      : template !== undefined && data
        ? { id: system.id, what, template, person, data: data as Record<string, never> }
        : undefined;
  return (
    <Modal
      open
      width={820}
      title={t('test.title', { name: pick(system.name, language) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('form.close')}</Button>
          <Button type="primary" loading={saving} disabled={!input} onClick={() => input && void save(input)}>
            {t('test.run')}
          </Button>
        </>
      }
    >
      <Form layout="vertical">
        <Form.Item label={t('test.what')} htmlFor={`${base}what`}>
          <Select
            id={`${base}what`}
            value={what}
            options={(['answer', 'push'] as const).map((one) => ({ value: one, label: t(`test.${one}`) }))}
            onChange={(next) => {
              setWhat(next);
              setResult(undefined);
            }}
          />
        </Form.Item>
        {what === 'push' && (
          <>
            <Form.Item label={t('todoTemplate')} htmlFor={`${base}template`}>
              <Select<string>
                id={`${base}template`}
                value={template ?? null}
                options={(templates?.list ?? [])
                  .filter(({ published }) => published > 0)
                  .map((one) => ({ value: one.code, label: pick(one.name, language) }))}
                onChange={setTemplate}
              />
            </Form.Item>
            <Form.Item label={t('test.person')} htmlFor={`${base}person`}>
              <Input id={`${base}person`} value={person} onChange={({ target }) => setPerson(target.value)} />
            </Form.Item>
            <Form.Item
              label={t('test.data')}
              htmlFor={`${base}data`}
              {...(!data && { validateStatus: 'error' as const, help: t('test.noJson') })}
            >
              <Input.TextArea
                id={`${base}data`}
                rows={4}
                className="tdt-code"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </Form.Item>
          </>
        )}
      </Form>
      <div aria-live="polite">{result && <Result result={result} />}</div>
      {what === 'push' && chosen && data && <Sample id={chosen.id} data={data} />}
    </Modal>
  );
}

/** How a try went: its class, what was sent, and what came back. */
function Result({ result }: { result: Reply<typeof systemTest> }): ReactElement {
  const t = useT('todo-forms');
  return (
    <>
      <Alert
        type={result.class === 'ok' || result.class === 'fits' ? 'success' : 'warning'}
        title={t(`test.class.${result.class}`)}
        {...(result.status > 0 && { description: t('test.took', { status: result.status, ms: result.ms }) })}
      />
      <h4>{t('test.request')}</h4>
      <pre className="tdt-code tdt-pre">{result.request}</pre>
      {result.answer !== '' && (
        <>
          <h4>{t('test.answered')}</h4>
          <pre className="tdt-code tdt-pre">{result.answer}</pre>
        </>
      )}
    </>
  );
}

/** The form of a template with sample data, as a phone shows it. */
function Sample({ id, data }: { id: string; data: FormData }): ReactElement | null {
  const t = useT('todo-forms');
  const [now] = useState(() => Date.now());
  const { data: found } = useRead(todoTemplate.get, { id });
  if (!found) return null;
  return (
    <section className="tdt-phone" aria-label={t('test.phone')}>
      <FormView version={found.content} data={data} stage={undefined} person={{}} now={now} device="phone" />
    </section>
  );
}
