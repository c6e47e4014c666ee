import { App } from 'antd';
import { useRunning } from '../call/use-running.ts';
import { queryClient } from '../shell/query-client.ts';

/** How an undo ended, in words: what was done, and what was left alone. */
interface Ended {
  readonly done: string;
  readonly left?: string | undefined;
}

/** Runs an undo once: says how it ended, closes, and reads again whatever is on screen, because it may show what was undone. */
export function useReverting(onClose: () => void): [running: boolean, run: (undo: () => Promise<Ended>) => Promise<void>] {
  const { message } = App.useApp();
  const [running, begin] = useRunning();
  const run = (undo: () => Promise<Ended>): Promise<void> =>
    begin(async () => {
      const { done, left } = await undo();
      void message.success(done);
      if (left !== undefined) void message.warning(left);
      onClose();
      await queryClient.invalidateQueries();
    });
  return [running, run];
}
