import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { recycleReplacements, type recycleRestorePreview } from '../common/recycle.contract.ts';

type Parent = Reply<typeof recycleRestorePreview>['parents'][number];

/** What was chosen in the place of objects that are gone, by their id. */
export type Replaced = ReadonlyMap<string, { readonly parent: Parent; readonly to: string | null }>;

interface MissingParentsProps {
  found: readonly Parent[];
  replaced: Replaced;
  onChange: (replaced: Replaced) => void;
}

/** What the requested objects hang on and is gone, each with another one to choose instead. */
export function MissingParents({ found, replaced, onChange }: MissingParentsProps): ReactElement | null {
  const t = useT('recycle-bin');
  const chosen = [...replaced.values()].map(({ parent }) => parent);
  const all = [...chosen, ...found.filter((one) => one.replaceable && !replaced.has(one.objectId))];
  if (all.length === 0) return null;
  return (
    <fieldset className="wr-taken">
      <legend>{t('restore.instead')}</legend>
      {all.map((parent) => (
        <Instead
          key={parent.objectId}
          parent={parent}
          to={replaced.get(parent.objectId)?.to ?? null}
          onChange={(to) => onChange(new Map([...replaced, [parent.objectId, { parent, to }]]))}
        />
      ))}
    </fieldset>
  );
}

interface InsteadProps {
  parent: Parent;
  to: string | null;
  onChange: (to: string | null) => void;
}

function Instead({ parent, to, onChange }: InsteadProps): ReactElement {
  useNamespace(parent.namespace);
  const t = useT('recycle-bin');
  const label = t('restore.insteadOf', { kind: wordsOf(parent).kind(), name: parent.name });
  const pick = {
    value: to,
    onChange: (value: unknown) => onChange(typeof value === 'string' ? value : null),
    'aria-label': label,
    placeholder: t('restore.choose'),
  };
  return (
    <div className="wr-instead">
      <span>{label}</span>
      {parent.kind === 'department' && <DepartmentPicker {...pick} />}
      {parent.kind === 'employee' && <EmployeePicker {...pick} />}
      {parent.kind !== 'department' && parent.kind !== 'employee' && <ReplacementPicker kind={parent.kind} {...pick} />}
    </div>
  );
}

interface ReplacementPickerProps {
  kind: string;
  value: string | null;
  onChange: (value: string | null) => void;
  'aria-label': string;
  placeholder: string;
}

/** Chooses an object of a kind that has no picker of its own. */
function ReplacementPicker({ kind, onChange, ...rest }: ReplacementPickerProps): ReactElement {
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed, 300);
  const { data = [] } = useRead(recycleReplacements, { kind, ...(settled && { text: settled }) });
  return (
    <Select<string | null>
      {...rest}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => onChange(value ?? null)}
    />
  );
}
