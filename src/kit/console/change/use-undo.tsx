import { App, Button, Tag } from 'antd';
import { useCallback, useState, type ReactElement } from 'react';
import { revertChanges } from '#kit/common/change/journal.contract.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useRunning } from '../call/use-running.ts';
import { useT } from '../i18n/use-t.ts';
import { queryClient } from '../shell/query-client.ts';

/** Seconds for which what was done stays in view with its way back. */
const undoSeconds = 8;

/** Undoes a batch at once, and says how that ended; answers whether all of it was undone. */
function useUndoing(): (batchId: string) => Promise<boolean> {
  const t = useT('kit');
  const { message } = App.useApp();
  return useCallback(
    async (batchId) => {
      try {
        const { reverted, conflicts, jobId } = await call(revertChanges, { batchId });
        if (jobId !== null) void message.success(t('history.reverting'));
        else if (reverted > 0) void message.success(t('history.revertedCount', { count: reverted }));
        if (conflicts.length > 0) void message.warning(t('history.conflicts', { count: conflicts.length }));
        await queryClient.invalidateQueries();
        return jobId === null && conflicts.length === 0;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return false;
      }
    },
    [message, t],
  );
}

/** Returns a function that shows what was done, with a button that reverts it where the call allows that. */
export function useDoneMessage(): (words: string, batchId: string | undefined) => void {
  const t = useT('kit');
  const { message } = App.useApp();
  const undo = useUndoing();
  return useCallback(
    (words, batchId) => {
      if (batchId === undefined) return void message.success(words);
      const key = `done ${batchId}`;
      const take = (): void => {
        message.destroy(key);
        void undo(batchId);
      };
      void message.success({
        key,
        duration: undoSeconds,
        content: (
          <>
            <span>{words}</span>
            <Button type="link" size="small" onClick={take}>
              {t('history.revert')}
            </Button>
          </>
        ),
      });
    },
    [message, undo, t],
  );
}

/** The way back from a result: a plan that was applied. */
export function UndoButton({ batchId }: { batchId: string }): ReactElement {
  const t = useT('kit');
  const undo = useUndoing();
  const [running, run] = useRunning();
  const [undone, setUndone] = useState(false);
  // What was undone stays said: the result above it tells of what was applied.
  if (undone) return <Tag>{t('history.reverted')}</Tag>;
  return (
    <Button size="small" loading={running} onClick={() => void run(async () => setUndone(await undo(batchId)))}>
      {t('history.revert')}
    </Button>
  );
}
