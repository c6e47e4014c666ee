import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { PushState } from '../../common/words.ts';
import './pushes.css';

/** The colour of each state of a push. */
export const stateColours: Readonly<Record<PushState, string>> = {
  awaitingApproval: 'gold',
  refused: 'default',
  scheduled: 'blue',
  freezing: 'blue',
  running: 'blue',
  paused: 'warning',
  finishing: 'blue',
  finished: 'success',
  cancelled: 'default',
  recalling: 'error',
  recalled: 'default',
};

/** The state of a push, with the reason where it stands still. */
export function PushStateTag({ state, pauseReason }: { state: PushState; pauseReason: string }): ReactElement {
  const t = useT('public-pushes');
  return (
    <Tag color={stateColours[state]}>
      {t(`push.state.${state}`)}
      {pauseReason !== '' && ` · ${t(`push.pauseReason.${pauseReason}` as 'push.pauseReason.byHand')}`}
    </Tag>
  );
}
