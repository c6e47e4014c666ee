import { Input, Modal, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { CallError } from '#kit/console/call/call-error.ts';
import { call } from '#kit/console/call/call.ts';
import type { Endpoint, Input as InputOf } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { parseCurl } from '../../common/curl.ts';
import { database, dubbo, sap, soap } from '../../common/connection.contract.ts';
import { interfaceKinds, type InterfaceKind } from '../../common/definition.ts';
import { apiInterface, interfaceAdd } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { apiInterfaceSubject } from '../subjects.ts';
import { curlTarget, firstDefinition } from './first-definition.ts';
import { EntitySelect } from './entity-select.tsx';
import './access.css';

const connections = { database: database.list, soap: soap.list, sap: sap.list, dubbo: dubbo.list } as const;

/** What an interface is made of where that is known already: a table of a database. */
export interface InterfaceBeginning {
  readonly kind: 'database';
  readonly connectionId: string;
  readonly name: string;
  readonly sql: string;
}

interface AddInterfaceProps {
  of?: InterfaceBeginning;
  onSaved: (id: string) => void;
  onClose: () => void;
}

const lastPartOf = (path: string): string | undefined =>
  path
    .split('/')
    .filter((part) => /^[A-Za-z0-9_-]+$/.test(part))
    .at(-1);

/** Asks for what an interface needs to begin: a name, its place, and a cURL or a connection. */
export function AddInterface({ of, onSaved, onClose }: AddInterfaceProps): ReactElement {
  const t = useT('access');
  const words = useWords(apiInterfaceSubject);
  const { name: action } = useActionName(interfaceAdd.http);
  const base = useId();
  const [kind, setKind] = useState<InterfaceKind>(of?.kind ?? 'http');
  const [name, setName] = useState(of?.name ?? '');
  const [code, setCode] = useState(of?.name.replaceAll(/[^A-Za-z0-9_-]/g, '-') ?? '');
  const [chosenPrefix, setPrefix] = useState<string | null>(null);
  const [connectionId, setConnectionId] = useState<string | null>(of?.connectionId ?? null);
  const [curl, setCurl] = useState('');
  const [problem, setProblem] = useState('');
  const [saving, setSaving] = useState(false);
  // Asked as the select below asks it: of two lists that are read at once the newer would take the place of the other.
  const prefixes = useRead(interfacePrefix.list, { pageNum: 1, pageSize: 1000, sort: 'name' });
  const request = curl.trim() === '' ? undefined : parseCurl(curl);
  const fits = (url: string): boolean => request !== undefined && `${request.origin}${request.path}`.startsWith(url);
  // The list may come after the cURL was pasted.
  const prefixId = chosenPrefix ?? prefixes.data?.list.find(({ addresses }) => addresses.some(({ url }) => fits(url)))?.id ?? null;
  const paste = (text: string): void => {
    setCurl(text);
    const read = parseCurl(text);
    if (!read) return;
    const last = lastPartOf(read.path);
    if (code === '' && last !== undefined) setCode(last);
    if (name === '' && last !== undefined) setName(last);
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    setProblem('');
    try {
      const prefix = prefixes.data?.list.find(({ id }) => id === prefixId);
      const definition =
        request && kind === 'http'
          ? curlTarget(request, prefix?.addresses[0]?.url)
          : firstDefinition(kind, connectionId ?? '', kind === of?.kind ? of.sql : undefined);
      const endpoint: Endpoint = interfaceAdd[kind];
      const draft = { prefixId, code, name, definition } as unknown;
      const { id } = (await call(endpoint, draft as InputOf<Endpoint>, { silent: true })) as { id: string };
      await invalidate(apiInterface.list);
      onSaved(id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ path, message }) => `${path}: ${message}`)].join(' · '));
    } finally {
      setSaving(false);
    }
  };
  const ready = name !== '' && code !== '' && prefixId !== null && (kind === 'http' || connectionId !== null);
  return (
    <Modal
      open
      title={t('add.title')}
      okText={action}
      okButtonProps={{ loading: saving, ...useOff()(!ready && 'fields') }}
      onOk={() => void save()}
      onCancel={onClose}
      width={640}
    >
      <div className="acc-fields">
        <label htmlFor={`${base}k`}>
          {words.field('kind')}
          <Select
            id={`${base}k`}
            value={kind}
            options={interfaceKinds.map((value) => ({ value, label: words.value('kind', value) }))}
            onChange={setKind}
          />
        </label>
        <label htmlFor={`${base}p`}>
          {words.field('prefixId')}
          <EntitySelect id={`${base}p`} endpoint={interfacePrefix.list} value={prefixId} onChange={setPrefix} />
        </label>
        <label htmlFor={`${base}n`}>
          {words.field('name')}
          <Input id={`${base}n`} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </label>
        <label htmlFor={`${base}c`}>
          {words.field('code')}
          <Input id={`${base}c`} value={code} maxLength={64} onChange={(event) => setCode(event.target.value.trim())} />
        </label>
      </div>
      <Beginning kind={kind} curl={curl} onCurl={paste} connectionId={connectionId} onConnection={setConnectionId} />
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
    </Modal>
  );
}

interface BeginningProps {
  kind: InterfaceKind;
  curl: string;
  onCurl: (text: string) => void;
  connectionId: string | null;
  onConnection: (id: string | null) => void;
}

/** What a definition begins with: a pasted cURL, or a connection. */
function Beginning({ kind, curl, onCurl, connectionId, onConnection }: BeginningProps): ReactElement {
  const t = useT('access');
  const base = useId();
  const request = curl.trim() === '' ? undefined : parseCurl(curl);
  if (kind !== 'http')
    return (
      <label className="acc-wide" htmlFor={`${base}x`}>
        {t('add.connection')}
        <EntitySelect id={`${base}x`} endpoint={connections[kind]} value={connectionId} onChange={onConnection} />
      </label>
    );
  return (
    <label className="acc-wide" htmlFor={`${base}u`}>
      {t('add.curl')}
      <Input.TextArea
        id={`${base}u`}
        className="acc-code"
        rows={6}
        spellCheck={false}
        placeholder="curl 'https://erp.example.com/api/orders?id=7'"
        value={curl}
        onChange={(event) => onCurl(event.target.value)}
      />
      <span className="acc-soft">
        {curl.trim() !== '' && !request && t('add.noCurl')}
        {request && `${request.method} ${request.origin}${request.path}`}
        {request && request.secrets.length > 0 && ` · ${t('add.secrets', { names: request.secrets.join(', ') })}`}
      </span>
    </label>
  );
}
