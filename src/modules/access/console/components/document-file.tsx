import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { offBecause } from '#kit/console/action/off-because.ts';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { documentFormats, interfaceDocument, systemDocument } from '../../common/document.contract.ts';
import './access.css';

type Format = (typeof documentFormats)[number];

/** Writes for a partner what they may call, as a file. */
export function SystemDocument({ systemId }: { systemId: string }): ReactElement | null {
  const { granted, name } = useActionName(systemDocument);
  return granted ? <DocumentFile name={name} write={(format) => call(systemDocument, { systemId, format })} /> : null;
}

/** Writes for a partner how one interface is called. */
export function InterfaceDocument({ id, published }: { id: string; published: boolean }): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(interfaceDocument);
  if (!granted) return null;
  const why = !published && t('issue.notPublished');
  return <DocumentFile name={name} why={why} write={(format) => call(interfaceDocument, { id, format })} />;
}

interface DocumentFileProps {
  name: string;
  /** Why there is none yet. */
  why?: string | false;
  write: (format: Format) => Promise<{ fileName: string; text: string; interfaces: number }>;
}

function DocumentFile({ name, why = false, write }: DocumentFileProps): ReactElement {
  const t = useT('access');
  const [format, setFormat] = useState<Format>('html');
  const [made, setMade] = useState('');
  const make = async (): Promise<void> => {
    const reply = await write(format);
    saveText(reply.fileName, reply.text);
    setMade(t('document.done', { count: reply.interfaces, file: reply.fileName }));
  };
  return (
    <section className="acc-section">
      <h3>{t('document.heading')}</h3>
      <div className="acc-head">
        <Select
          aria-label={t('export.format')}
          value={format}
          options={documentFormats.map((value) => ({ value, label: value === 'html' ? 'HTML' : 'Markdown' }))}
          onChange={setFormat}
        />
        <Button {...offBecause(why)} onClick={() => void make()}>
          {name}
        </Button>
        {made !== '' && <span role="status">{made}</span>}
      </div>
    </section>
  );
}
