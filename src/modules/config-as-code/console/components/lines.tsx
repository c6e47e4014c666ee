import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Column } from '#kit/console/table/column.ts';
import type { LineRow } from '../../common/config.contract.ts';
import type { ConfigDiff } from '../../common/config-facts.ts';
import type { lineSubject } from '../subjects.ts';

const colours: Readonly<Record<string, string>> = { refused: 'error', delete: 'warning' };

/** What a line does, in a word. */
function ActionTag({ action }: { action: LineRow['action'] }): ReactElement {
  const t = useT('config-as-code');
  const colour = colours[action];
  return <Tag {...(colour !== undefined && { color: colour })}>{t(`action.${action}`)}</Tag>;
}

/** A value as its file says it. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** Parts of an object before and after, and why it is refused. */
function What({ row }: { row: LineRow }): ReactElement {
  const k = useT('kit');
  const body = (
    <dl className="whk-diffs">
      {row.fields.map((diff) => (
        <Part key={diff.field} diff={diff} />
      ))}
    </dl>
  );
  return (
    <>
      {row.issues.map(({ path, message }) => (
        <span key={`${path} ${message}`} className="whk-plan-issue">
          {path === '' ? message : `${path}: ${message}`}
        </span>
      ))}
      {row.fields.length > 3 ? (
        <details>
          <summary>{k('history.fields', { count: row.fields.length })}</summary>
          {body}
        </details>
      ) : (
        row.fields.length > 0 && body
      )}
    </>
  );
}

function Part({ diff: { field, before, after } }: { diff: ConfigDiff }): ReactElement {
  const k = useT('kit');
  return (
    <div>
      <dt>{field}</dt>
      <dd>
        {before !== null && (
          <>
            <span className="wh-hidden">{k('plan.before')}</span>
            <del className="cac-value">{shown(before)}</del>
          </>
        )}
        <span className="wh-hidden">{k('plan.after')}</span>
        <ins className="cac-value">{shown(after)}</ins>
      </dd>
    </div>
  );
}

/** Columns of lines, in a plan as in a drift. */
export const lineColumns: readonly Column<LineRow, typeof lineSubject>[] = [
  { name: 'action', sortable: false, width: 90, cell: (row) => <ActionTag action={row.action} /> },
  { name: 'name', sortable: false, width: 160 },
  { name: 'fields', sortable: false, wrap: true, width: 320, cell: (row) => <What row={row} /> },
  { name: 'path', sortable: false, wrap: true, width: 260, cell: (row) => <span className="cac-files">{row.path}</span> },
];
