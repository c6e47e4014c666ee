import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Tabs } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { offBecause } from '#kit/console/action/off-because.ts';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Definition } from '../../common/definition.ts';
import { interfaceDocument } from '../../common/document.contract.ts';
import { apiInterface, interfaceSave, interfaceView } from '../../common/interface.contract.ts';
import { apiInterfaceSubject } from '../subjects.ts';
import './access.css';
import { DefinitionEditor } from './definition-editor.tsx';
import { TryPane } from './try-pane.tsx';
import { viewReadings } from './view-readings.ts';

const Publish = later('interface-publish', async () => (await import('./publish-dialog.tsx')).PublishDialog);
const Versions = later('interface-versions', async () => (await import('./versions.tsx')).Versions, <WaitingForm lines={4} />);
const Cases = later('interface-cases', async () => (await import('./cases.tsx')).Cases, <WaitingForm lines={4} />);
const Usage = later('interface-usage', async () => (await import('./usage.tsx')).Usage, <WaitingForm lines={4} />);
const Document = later(
  'interface-document',
  async () => (await import('./document-file.tsx')).InterfaceDocument,
  <WaitingForm lines={2} />,
);
const Switches = later('interface-switches', async () => (await import('./switches.tsx')).Switches, <WaitingForm lines={4} />);

/** The workbench of one interface: its definition on the left, trying it on the right. */
export function Workbench({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const read = useRead(interfaceView, { id });
  const [tab, setTab] = useState('definition');
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <WaitingForm lines={8} />;
  return (
    <SubjectContext value={apiInterfaceSubject}>
      {/* A switch leaves the draft as it is, and so what of it is not saved yet. */}
      <Bench key={JSON.stringify(read.data.definition)} view={read.data} tab={tab} onTab={setTab} onClose={onClose} />
    </SubjectContext>
  );
}

interface BenchProps {
  view: Reply<typeof interfaceView>;
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}

function Bench({ view, tab, onTab, onClose }: BenchProps): ReactElement {
  const t = useT('access');
  const kit = useT('kit');
  const [draft, setDraft] = useState<Definition>(view.definition);
  const [publishing, setPublishing] = useState(false);
  const [problem, setProblem] = useState('');
  const changed = JSON.stringify(draft) !== JSON.stringify(view.definition);
  useLeaveGuard(changed, () => setDraft(view.definition));
  const saving = useActionName(interfaceSave.http);
  const documentTab = useDocumentTab(view);
  const save = async (): Promise<void> => {
    setProblem('');
    try {
      const endpoint: Endpoint = interfaceSave[view.kind];
      await call(endpoint, { id: view.id, version: view.version, definition: draft } as Input<Endpoint>, { silent: true });
      await invalidate(...viewReadings);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ path, message }) => `${path}: ${message}`)].join(' · '));
    }
  };
  const act = { names: [view.name], input: { ids: [view.id] }, invalidates: viewReadings };
  const isPublished = !view.draftDiffers && view.liveVersionNo !== null;
  const stays = changed ? kit('why.unsaved') : isPublished ? kit('why.unchanged') : undefined;
  return (
    <section>
      <header className="acc-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} aria-label={t('bench.back')} onClick={onClose} />
        <h2>{view.name}</h2>
        <span className="acc-code acc-soft">{`/gateway/${view.path}`}</span>
        <span className="acc-soft">{view.liveVersionNo === null ? t('version.none') : t('version.no', { no: view.liveVersionNo })}</span>
        {!view.enabled && view.liveVersionNo !== null && <span className="acc-red">{t('bench.disabled')}</span>}
        {view.auth === 0 && <span className="acc-red">{t('bench.authOff')}</span>}
        <span className="acc-grow" />
        {view.enabled && <ActionButton endpoint={apiInterface.disable} {...act} />}
        {!view.enabled && view.liveVersionNo !== null && <ActionButton endpoint={apiInterface.enable} {...act} />}
        {saving.granted && (
          <Button {...offBecause(!changed && kit('why.nothing'))} onClick={() => void save()}>
            {saving.name}
          </Button>
        )}
        <Button type="primary" {...offBecause(stays)} onClick={() => setPublishing(true)}>
          {t('bench.publish')}
        </Button>
      </header>
      {problem !== '' && <Alert type="error" role="alert" title={problem} />}
      {view.findings.length > 0 && (
        <Alert
          type={view.findings.some(({ level }) => level === 'error') ? 'error' : 'warning'}
          title={t('bench.findings', { count: view.findings.length })}
          description={
            <ul>
              {view.findings.map((one, at) => (
                // Findings have no name of their own.
                <li key={at}>{one.message}</li>
              ))}
            </ul>
          }
        />
      )}
      <Tabs
        activeKey={tab}
        onChange={onTab}
        items={[
          {
            key: 'definition',
            label: t('bench.definition'),
            children: (
              <div className="acc-bench">
                <DefinitionEditor value={draft} onChange={setDraft} />
                <TryPane view={view} draft={draft} changed={changed} />
              </div>
            ),
          },
          { key: 'cases', label: t('cases.title'), children: <Cases view={view} /> },
          { key: 'usage', label: t('usage.title'), children: <Usage kind="apiInterface" id={view.id} /> },
          { key: 'versions', label: t('bench.versions'), children: <Versions view={view} /> },
          { key: 'switches', label: t('bench.switches'), children: <Switches view={view} /> },
          ...documentTab,
          {
            key: 'history',
            label: t('bench.history'),
            children: <HistoryTab subject={apiInterfaceSubject} kind="apiInterface" objectId={view.id} />,
          },
        ]}
      />
      {publishing && <Publish view={view} onClose={() => setPublishing(false)} />}
    </section>
  );
}

/** Its document, for who may write it. */
function useDocumentTab({ id, liveVersionNo }: BenchProps['view']): { key: string; label: string; children: ReactElement }[] {
  const { granted, name } = useActionName(interfaceDocument);
  return granted ? [{ key: 'document', label: name, children: <Document id={id} published={liveVersionNo !== null} /> }] : [];
}
