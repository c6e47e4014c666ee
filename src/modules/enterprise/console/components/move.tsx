import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { AnyList } from '#kit/console/page/use-list.ts';

interface Place {
  id: string;
  name: string;
  priority: number;
}

interface MoveProps {
  row: Place;
  list: AnyList<Place>;
  /** Takes ids in their new order. */
  endpoint: Endpoint<z.ZodType<unknown, { ids: string[] }>>;
}

/** The place of a limit, with up and down among those on screen. */
export function Move({ row, list, endpoint }: MoveProps): ReactElement {
  const t = useT('enterprise');
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const place = list.rows.findIndex(({ id }) => id === row.id);
  if (list.state.sort !== undefined || place < 0 || !may(endpoint)) return <>{row.priority}</>;
  const move = async (by: -1 | 1): Promise<void> => {
    const other = list.rows[place + by];
    if (!other) return;
    const ids = by === -1 ? [row.id, other.id] : [other.id, row.id];
    setBusy(true);
    // A refusal is told by the error catalogue.
    await call(endpoint, { ids })
      .then(() => invalidate(list.endpoint))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const { name } = row;
  return (
    <span className="enterprise-move">
      {row.priority}
      <Button
        type="text"
        size="small"
        disabled={place === 0 || busy}
        icon={<ArrowUpOutlined aria-hidden="true" />}
        aria-label={t('limit.up', { name })}
        onClick={() => void move(-1)}
      />
      <Button
        type="text"
        size="small"
        disabled={place === list.rows.length - 1 || busy}
        icon={<ArrowDownOutlined aria-hidden="true" />}
        aria-label={t('limit.down', { name })}
        onClick={() => void move(1)}
      />
    </span>
  );
}
