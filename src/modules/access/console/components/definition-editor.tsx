import { Button, Collapse, Input, InputNumber, Modal, Select, Switch } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { parseCurl } from '../../common/curl.ts';
import { definition as definitionSchema, interfaceMethods, type Definition, type Mapping } from '../../common/definition.ts';
import './access.css';
import { curlTarget } from './first-definition.ts';
import { JsonInput } from './json-input.tsx';
import { LinesInput } from './lines-input.tsx';
import { ParamsEditor } from './params-editor.tsx';
import { TargetEditor } from './target-editor.tsx';

interface EditorProps {
  value: Definition;
  onChange: (value: Definition) => void;
}

/** A definition in its sections; the last one shows all of it as JSON. */
export function DefinitionEditor({ value, onChange }: EditorProps): ReactElement {
  const t = useT('access');
  const [pasting, setPasting] = useState(false);
  const change = (part: Partial<Definition>): void => onChange({ ...value, ...part } as Definition);
  const section = (key: string, label: string, children: ReactNode) => ({ key, label, children });
  return (
    <div>
      {value.target.kind === 'http' && (
        <div className="acc-head">
          <Button onClick={() => setPasting(true)}>{t('editor.curl')}</Button>
        </div>
      )}
      {pasting && <PasteCurl onClose={() => setPasting(false)} onRead={onChange} />}
      <Collapse
        defaultActiveKey={['call', 'params', 'target']}
        items={[
          section(
            'call',
            t('editor.call'),
            <div className="acc-fields">
              <label>
                {t('editor.methods')}
                <Select
                  mode="multiple"
                  value={value.methods}
                  options={interfaceMethods.map((one) => ({ value: one, label: one }))}
                  onChange={(methods) => methods.length > 0 && change({ methods })}
                />
              </label>
              <label>
                {t('editor.answer')}
                <Select
                  value={value.answer}
                  options={(['envelope', 'raw'] as const).map((one) => ({ value: one, label: t(`editor.answer.${one}`) }))}
                  onChange={(answer) => change({ answer })}
                />
              </label>
            </div>,
          ),
          section(
            'params',
            t('editor.params', { count: value.params.length }),
            <ParamsEditor value={value.params} onChange={(params) => change({ params })} />,
          ),
          section(
            'target',
            t('editor.target'),
            <TargetEditor value={value.target} onChange={(target) => change({ target } as Partial<Definition>)} />,
          ),
          section(
            'request',
            t('editor.requestMap'),
            <MappingEditor value={value.requestMap} onChange={(requestMap) => change({ requestMap })} />,
          ),
          section('answer', t('editor.answerMap'), <AnswerEditor value={value} onChange={change} />),
          section('behaviour', t('editor.behaviour'), <BehaviourEditor value={value} onChange={change} />),
          section(
            'json',
            t('editor.json'),
            <JsonInput
              label={t('editor.json')}
              rows={24}
              value={value}
              onChange={(given) => {
                const parsed = definitionSchema.safeParse(given);
                if (parsed.success && parsed.data.target.kind === value.target.kind) onChange(parsed.data);
              }}
            />,
          ),
        ]}
      />
    </div>
  );
}

function PasteCurl({ onRead, onClose }: { onRead: (value: Definition) => void; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('access');
  const [text, setText] = useState('');
  const request = parseCurl(text);
  return (
    <Modal
      open
      title={t('editor.curl')}
      okText={t('editor.take')}
      okButtonProps={{ ...off(!request && 'fields') }}
      onOk={() => {
        if (request) onRead(curlTarget(request, undefined));
        onClose();
      }}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label={t('add.curl')}
        className="acc-code"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="acc-soft">{request ? `${request.method} ${request.path}` : t('add.noCurl')}</p>
    </Modal>
  );
}

type Row = Mapping['rows'][number];
const converts = new Set(['none', 'text', 'number', 'boolean', 'trim', 'upper', 'lower']);

/** A mapping as lines `to = from`, with the conversion behind a bar; or an expression in their place. */
function MappingEditor({ value, onChange }: { value: Mapping; onChange: (value: Mapping) => void }): ReactElement {
  const t = useT('access');
  return (
    <>
      <label className="acc-wide">
        {t('editor.list')}
        <Input
          className="acc-code"
          value={value.list}
          placeholder="data.items"
          onChange={(event) => onChange({ ...value, list: event.target.value })}
        />
      </label>
      <label className="acc-wide">
        {t('editor.rows')}
        <LinesInput<Row>
          value={value.rows}
          placeholder="orderNo = order.number | text"
          textOf={({ to, from, convert }) => `${to} = ${from}${convert === 'none' ? '' : ` | ${convert}`}`}
          read={(line) => {
            const [to = '', rest = ''] = line.split('=', 2).map((part) => part.trim());
            const [from = '', convert = 'none'] = rest.split('|', 2).map((part) => part.trim());
            return to === '' || from === ''
              ? undefined
              : { to, from, convert: (converts.has(convert) ? convert : 'none') as Row['convert'] };
          }}
          onChange={(rows) => onChange({ ...value, rows: [...rows] })}
        />
      </label>
      <label className="acc-wide">
        {t('editor.expression')}
        <Input.TextArea
          className="acc-code"
          rows={3}
          spellCheck={false}
          value={value.expression}
          onChange={(event) => onChange({ ...value, expression: event.target.value })}
        />
      </label>
    </>
  );
}

function AnswerEditor({ value, onChange }: { value: Definition; onChange: (part: Partial<Definition>) => void }): ReactElement {
  const t = useT('access');
  const success = value.successWhen ?? { path: '', equals: '', messagePath: '' };
  const write = (part: Partial<typeof success>): void => {
    const next = { ...success, ...part };
    onChange({ successWhen: next.path === '' ? null : next });
  };
  return (
    <>
      <MappingEditor value={value.answerMap} onChange={(answerMap) => onChange({ answerMap })} />
      <div className="acc-fields">
        <label>
          {t('editor.successPath')}
          <Input className="acc-code" value={success.path} placeholder="code" onChange={(event) => write({ path: event.target.value })} />
        </label>
        <label>
          {t('editor.successEquals')}
          <Input className="acc-code" value={success.equals} placeholder="0" onChange={(event) => write({ equals: event.target.value })} />
        </label>
        <label>
          {t('editor.messagePath')}
          <Input
            className="acc-code"
            value={success.messagePath}
            placeholder="msg"
            onChange={(event) => write({ messagePath: event.target.value })}
          />
        </label>
        <label>
          {t('editor.schemaMode')}
          <Select
            value={value.answerMode}
            options={(['off', 'warn', 'refuse'] as const).map((one) => ({ value: one, label: t(`editor.schemaMode.${one}`) }))}
            onChange={(answerMode) => onChange({ answerMode })}
          />
        </label>
      </div>
      <label className="acc-wide">
        {t('editor.schema')}
        <Input.TextArea
          className="acc-code"
          rows={4}
          spellCheck={false}
          value={value.answerSchema}
          onChange={(event) => onChange({ answerSchema: event.target.value })}
        />
      </label>
    </>
  );
}

function BehaviourEditor({ value, onChange }: { value: Definition; onChange: (part: Partial<Definition>) => void }): ReactElement {
  const t = useT('access');
  const { behaviour, cache, limits } = value;
  const whole = (
    label: string,
    current: number | null,
    write: (next: number | null) => void,
    bounds: { min: number; max: number },
  ): ReactElement => (
    <label>
      {label}
      <InputNumber value={current} min={bounds.min} max={bounds.max} precision={0} onChange={write} />
    </label>
  );
  return (
    <div className="acc-fields">
      {whole(t('editor.timeout'), behaviour.timeoutMs, (next) => onChange({ behaviour: { ...behaviour, timeoutMs: next ?? 15_000 } }), {
        min: 100,
        max: 120_000,
      })}
      {whole(t('editor.retries'), behaviour.retries, (next) => onChange({ behaviour: { ...behaviour, retries: next ?? 0 } }), {
        min: 0,
        max: 3,
      })}
      {whole(
        t('editor.concurrency'),
        behaviour.concurrency,
        (next) => onChange({ behaviour: { ...behaviour, concurrency: next ?? 100 } }),
        { min: 1, max: 500 },
      )}
      {whole(t('editor.rate'), limits.rate, (next) => onChange({ limits: { ...limits, rate: next } }), { min: 1, max: 100_000 })}
      {whole(t('editor.callerRate'), limits.callerRate, (next) => onChange({ limits: { ...limits, callerRate: next } }), {
        min: 1,
        max: 100_000,
      })}
      <label>
        {t('editor.cacheOn')}
        <Switch checked={cache.on} onChange={(on) => onChange({ cache: { ...cache, on } })} />
      </label>
      {cache.on && (
        <>
          {whole(t('editor.ttl'), cache.ttlSeconds, (next) => onChange({ cache: { ...cache, ttlSeconds: next ?? 60 } }), {
            min: 1,
            max: 604_800,
          })}
          {whole(t('editor.stale'), cache.staleSeconds, (next) => onChange({ cache: { ...cache, staleSeconds: next ?? 0 } }), {
            min: 0,
            max: 604_800,
          })}
          <label>
            {t('editor.cacheBy')}
            <Select
              value={cache.by}
              options={(['none', 'system', 'employee'] as const).map((one) => ({ value: one, label: t(`editor.cacheBy.${one}`) }))}
              onChange={(by) => onChange({ cache: { ...cache, by } })}
            />
          </label>
        </>
      )}
    </div>
  );
}
