import { App, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import type { Reply } from '#kit/common/contract.ts';
import { later } from '#kit/console/shell/later.tsx';
import { streamResend, streamTest, type StreamRow } from '../../common/stream.contract.ts';

const StreamTested = later('stream-tested', async () => (await import('./stream-dialogs.tsx')).StreamTested);
const StreamResend = later('stream-resend', async () => (await import('./stream-dialogs.tsx')).StreamResend);

/** What else is done with a receiver: a test of the connection, and sending some time again. */
export function StreamActions({ row }: { row: StreamRow }): ReactElement {
  return (
    <>
      <TestButton row={row} />
      <ResendButton row={row} />
    </>
  );
}

function TestButton({ row }: { row: StreamRow }): ReactElement | null {
  const { granted, name } = useActionName(streamTest);
  const { message } = App.useApp();
  const [running, begin] = useRunning();
  const [report, setReport] = useState<Reply<typeof streamTest>>();
  if (!granted) return null;
  const run = (): Promise<void> =>
    begin(
      async () => {
        setReport(await call(streamTest, { id: row.id }, { silent: true }));
      },
      (error) => {
        void message.error(error.message);
      },
    );
  return (
    <>
      <Button type="text" loading={running} onClick={() => void run()}>
        {name}
      </Button>
      {report && <StreamTested name={row.name} report={report} onClose={() => setReport(undefined)} />}
    </>
  );
}

function ResendButton({ row }: { row: StreamRow }): ReactElement | null {
  const { granted, name } = useActionName(streamResend);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button type="text" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && <StreamResend row={row} action={name} onClose={() => setOpen(false)} />}
    </>
  );
}
