import { Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { database, dubbo, sap, soap } from '../../common/connection.contract.ts';
import { interfaceMethods, type Target, type TargetOf } from '../../common/definition.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';
import { JsonInput } from './json-input.tsx';
import { LinesInput, PairsInput, type Pair } from './lines-input.tsx';

interface TargetProps<T> {
  value: T;
  onChange: (value: Target) => void;
}

/** What the system behind is asked, by its protocol. */
export function TargetEditor({ value, onChange }: TargetProps<Target>): ReactElement {
  if (value.kind === 'http') return <HttpEditor value={value} onChange={onChange} />;
  if (value.kind === 'database') return <DatabaseEditor value={value} onChange={onChange} />;
  if (value.kind === 'soap') return <SoapEditor value={value} onChange={onChange} />;
  return value.kind === 'sap' ? <SapEditor value={value} onChange={onChange} /> : <DubboEditor value={value} onChange={onChange} />;
}

function HttpEditor({ value, onChange }: TargetProps<TargetOf<'http'>>): ReactElement {
  const t = useT('access');
  const change = (part: Partial<TargetOf<'http'>>): void => onChange({ ...value, ...part });
  return (
    <>
      <div className="acc-fields">
        <label>
          {t('target.method')}
          <Select
            value={value.method}
            options={interfaceMethods.map((one) => ({ value: one, label: one }))}
            onChange={(method) => change({ method })}
          />
        </label>
        <label>
          {t('target.body')}
          <Select
            value={value.body}
            options={(['none', 'json', 'form', 'xml', 'raw'] as const).map((one) => ({ value: one, label: t(`target.body.${one}`) }))}
            onChange={(body) => change({ body })}
          />
        </label>
      </div>
      <label className="acc-wide">
        {t('target.path')}
        <Input
          className="acc-code"
          value={value.path}
          placeholder="/orders/{id}"
          onChange={(event) => change({ path: event.target.value })}
        />
      </label>
      <label className="acc-wide">
        {t('target.query')}
        <PairsInput
          sign="="
          value={value.query}
          placeholder="status={status}"
          onChange={(query: readonly Pair[]) => change({ query: [...query] })}
        />
      </label>
      <label className="acc-wide">
        {t('target.headers')}
        <PairsInput
          value={value.headers}
          placeholder="X-Tenant: {{g.tenant}}"
          onChange={(headers: readonly Pair[]) => change({ headers: [...headers] })}
        />
      </label>
      {value.body !== 'none' && (
        <label className="acc-wide">
          {t('target.bodyText')}
          <Input.TextArea
            className="acc-code"
            rows={5}
            spellCheck={false}
            value={value.bodyText}
            onChange={(event) => change({ bodyText: event.target.value })}
          />
        </label>
      )}
    </>
  );
}

function DatabaseEditor({ value, onChange }: TargetProps<TargetOf<'database'>>): ReactElement {
  const t = useT('access');
  const change = (part: Partial<TargetOf<'database'>>): void => onChange({ ...value, ...part });
  return (
    <>
      <div className="acc-fields">
        <label>
          {t('add.connection')}
          <EntitySelect endpoint={database.list} value={value.databaseId} onChange={(id) => id !== null && change({ databaseId: id })} />
        </label>
        <label>
          {t('target.mode')}
          <Select
            value={value.mode}
            options={(['query', 'one', 'page', 'write'] as const).map((one) => ({ value: one, label: t(`target.mode.${one}`) }))}
            onChange={(mode) => change({ mode })}
          />
        </label>
        <label>
          {t('target.maxRows')}
          <InputNumber value={value.maxRows} min={1} max={10_000} precision={0} onChange={(next) => change({ maxRows: next ?? 1000 })} />
        </label>
      </div>
      <label className="acc-wide">
        {t('target.sql')}
        <Input.TextArea
          className="acc-code"
          rows={8}
          spellCheck={false}
          value={value.sql}
          placeholder="select id, name from orders where status = :status and id in :ids[] order by {{choice.sort}}"
          onChange={(event) => change({ sql: event.target.value })}
        />
      </label>
      <div className="acc-wide">
        {t('target.choices')}
        <JsonInput
          label={t('target.choices')}
          rows={3}
          value={value.choices}
          onChange={(choices) => change({ choices: (choices ?? {}) as TargetOf<'database'>['choices'] })}
        />
      </div>
    </>
  );
}

function SoapEditor({ value, onChange }: TargetProps<TargetOf<'soap'>>): ReactElement {
  const t = useT('access');
  const service = useRead(soap.get, { id: value.soapId });
  const known = service.data?.operations ?? [];
  return (
    <div className="acc-fields">
      <label>
        {t('add.connection')}
        <EntitySelect endpoint={soap.list} value={value.soapId} onChange={(id) => id !== null && onChange({ ...value, soapId: id })} />
      </label>
      <label>
        {t('target.operation')}
        <Select
          showSearch
          value={value.operation === '' ? null : value.operation}
          options={known.map((one) => ({ value: one, label: one }))}
          onChange={(operation: string) => onChange({ ...value, operation })}
        />
      </label>
    </div>
  );
}

function SapEditor({ value, onChange }: TargetProps<TargetOf<'sap'>>): ReactElement {
  const t = useT('access');
  const change = (part: Partial<TargetOf<'sap'>>): void => onChange({ ...value, ...part });
  const texts = ['functionName', 'returnTable', 'entitySet', 'select', 'expand'] as const;
  return (
    <div className="acc-fields">
      <label>
        {t('add.connection')}
        <EntitySelect endpoint={sap.list} value={value.sapId} onChange={(id) => id !== null && change({ sapId: id })} />
      </label>
      {texts.map((name) => (
        <label key={name}>
          {t(`target.${name}`)}
          <Input className="acc-code" value={value[name]} onChange={(event) => change({ [name]: event.target.value.trim() })} />
        </label>
      ))}
      <label>
        {t('target.verb')}
        <Select
          value={value.verb}
          options={(['list', 'get', 'create', 'update', 'delete'] as const).map((one) => ({ value: one, label: t(`target.verb.${one}`) }))}
          onChange={(verb) => change({ verb })}
        />
      </label>
      <label>
        {t('target.keys')}
        <LinesInput<{ field: string; param: string }>
          value={value.keys}
          rows={2}
          placeholder="Matnr = material"
          textOf={({ field, param }) => `${field} = ${param}`}
          read={(line) => {
            const [field = '', param = ''] = line.split('=', 2).map((part) => part.trim());
            return field === '' || param === '' ? undefined : { field, param };
          }}
          onChange={(keys) => change({ keys: [...keys] })}
        />
      </label>
      <label>
        {t('target.filters')}
        <LinesInput<TargetOf<'sap'>['filters'][number]>
          value={value.filters}
          rows={2}
          placeholder="Matnr eq material"
          textOf={({ field, op, param }) => `${field} ${op} ${param}`}
          read={(line) => {
            const match = /^(\S+)\s+(eq|ne|gt|ge|lt|le|contains)\s+(\S+)$/.exec(line.trim());
            return match ? { field: match[1]!, op: match[2] as 'eq', param: match[3]! } : undefined;
          }}
          onChange={(filters) => change({ filters: [...filters] })}
        />
      </label>
    </div>
  );
}

function DubboEditor({ value, onChange }: TargetProps<TargetOf<'dubbo'>>): ReactElement {
  const t = useT('access');
  const change = (part: Partial<TargetOf<'dubbo'>>): void => onChange({ ...value, ...part });
  return (
    <>
      <div className="acc-fields">
        <label>
          {t('add.connection')}
          <EntitySelect endpoint={dubbo.list} value={value.dubboId} onChange={(id) => id !== null && change({ dubboId: id })} />
        </label>
        {(['service', 'method', 'version', 'group'] as const).map((name) => (
          <label key={name}>
            {t(`target.dubbo.${name}`)}
            <Input className="acc-code" value={value[name]} onChange={(event) => change({ [name]: event.target.value.trim() })} />
          </label>
        ))}
      </div>
      <label className="acc-wide">
        {t('target.args')}
        <LinesInput<{ type: string; param: string }>
          value={value.args}
          placeholder="long = id"
          textOf={({ type, param }) => `${type} = ${param}`}
          read={(line) => {
            const [type = '', param = ''] = line.split('=', 2).map((part) => part.trim());
            return type === '' || param === '' ? undefined : { type, param };
          }}
          onChange={(args) => change({ args: [...args] })}
        />
      </label>
    </>
  );
}
