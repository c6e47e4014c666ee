import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import * as contract from '../../common/server.contract.ts';
import { readings } from '../readings.ts';
import { serverConfig } from '../subjects.ts';
import './servers.css';

/** The operations on servers, for their buttons. */
export const serverEndpoints = {
  list: contract.serverList,
  get: contract.serverGet,
  update: contract.serverUpdate,
  remove: contract.serverRemove,
  enable: contract.serverEnable,
  disable: contract.serverDisable,
};

/** How a server stands, in words. */
export function State({ row }: { row: Pick<contract.ServerRow, 'state' | 'enabled' | 'draining'> }): ReactElement {
  const words = wordsOf(serverConfig);
  const parts = [words.value('state', row.state)];
  if (!row.enabled) parts.push(words.value('enabled', 'false'));
  if (row.draining) parts.push(words.value('draining', 'true'));
  return (
    <span className="ws-state" data-state={row.state}>
      {parts.join(', ')}
    </span>
  );
}

/** Leaves a server out of what is published from now on, or takes it in again. */
export function DrainButton({ row }: { row: contract.ServerRow }): ReactElement {
  const t = useT('servers');
  const input = { ids: [row.id], draining: !row.draining };
  return (
    <ActionButton type="text" endpoint={contract.serverDrain} input={input} names={[row.name]} invalidates={readings}>
      {row.draining ? t('drain.undo') : undefined}
    </ActionButton>
  );
}
