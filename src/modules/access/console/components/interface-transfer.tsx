import { Button, Input, Modal, Select, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { database, dubbo, sap, soap } from '../../common/connection.contract.ts';
import { apiInterface } from '../../common/interface.contract.ts';
import { prefixInterfaces } from '../../common/draft-source.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { interfaceExport, interfaceImport } from '../../common/transfer.contract.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';
import { PlanLines } from './plan-lines.tsx';

const connections = { database, soap, sap, dubbo };

/** Reads a file of interfaces: first what would become of each, then applied. */
export function ImportInterfaces({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('access');
  const { name } = useActionName(interfaceImport);
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<Reply<typeof interfaceImport>>();
  const [map, setMap] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [prefixId, setPrefixId] = useState<string | null>(null);
  const isOpenApi = /^\s*[{"']?\s*["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 4000));
  const ask = async (only: boolean): Promise<void> => {
    setProblem('');
    try {
      if (!isOpenApi) setPlan(await call(interfaceImport, { text, connections: map, plan: only }, { silent: true }));
      else setPlan({ ...(await call(prefixInterfaces, { prefixId: prefixId ?? '', text, plan: only }, { silent: true })), missing: [] });
      if (only) return;
      await invalidate(apiInterface.list);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' · '));
    }
  };
  const open = plan?.lines.some(({ action }) => action === 'add' || action === 'change') ?? false;
  return (
    <Modal
      open
      width={820}
      title={name}
      onCancel={onClose}
      footer={[
        <OffButton key="plan" onClick={() => void ask(true)} off={(text === '' || (isOpenApi && prefixId === null)) && 'file'}>
          {t('import.plan')}
        </OffButton>,
        <OffButton key="apply" type="primary" off={!open && 'preview'} onClick={() => void ask(false)}>
          {t('source.import')}
        </OffButton>,
      ]}
    >
      <Upload
        accept=".yaml,.yml,.json"
        showUploadList={false}
        beforeUpload={async (file) => {
          setText(await file.text());
          return false;
        }}
      >
        <Button>{t('import.choose')}</Button>
      </Upload>
      <Input.TextArea
        aria-label={t('import.text')}
        className="acc-code"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isOpenApi && (
        <label className="acc-wide">
          {t('make.openApi')}
          <EntitySelect endpoint={interfacePrefix.list} value={prefixId} onChange={setPrefixId} />
        </label>
      )}
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
      {plan?.missing.map(({ kind, name: missing }) => (
        <label key={`${kind} ${missing}`} className="acc-wide">
          {t('import.map', { name: missing })}
          <EntitySelect
            endpoint={connections[kind as keyof typeof connections].list}
            by="name"
            value={map[missing] ?? null}
            onChange={(chosen) => setMap({ ...map, [missing]: chosen ?? '' })}
          />
        </label>
      ))}
      {plan && <PlanLines lines={plan.lines} />}
    </Modal>
  );
}

/** Writes interfaces to a file that the import reads again. */
export function ExportInterfaces({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactElement {
  const t = useT('access');
  const { name } = useActionName(interfaceExport);
  const [format, setFormat] = useState<'yaml' | 'json'>('yaml');
  const [made, setMade] = useState<Reply<typeof interfaceExport>>();
  const run = async (): Promise<void> => {
    const reply = await call(interfaceExport, { format, ...(ids.length > 0 && { ids: [...ids] }) });
    setMade(reply);
    saveText(reply.fileName, reply.text);
  };
  return (
    <Modal open title={name} okText={name} onOk={() => void run()} onCancel={onClose}>
      <p>{ids.length > 0 ? t('export.some', { count: ids.length }) : t('export.all')}</p>
      <Select
        aria-label={t('export.format')}
        value={format}
        options={['yaml', 'json'].map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(value: 'yaml' | 'json') => setFormat(value)}
      />
      {made && <p role="status">{t('export.done', { count: made.count, file: made.fileName })}</p>}
    </Modal>
  );
}
