import { App } from 'antd';
import { useRef, useState } from 'react';
import { useSave, type Save } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';
import { rangeRequest, type RangeChoice } from './range-editor.tsx';
import { useRoleArea } from './role-area.ts';

/** What a role gives and where. */
export interface Authority {
  readonly version: number;
  readonly codes: readonly string[];
  readonly range: RangeChoice;
}

/** Permissions and range while they are edited. */
export interface AuthorityEditor extends Pick<Save<never>, 'saving' | 'issues'> {
  readonly codes: readonly string[];
  readonly range: RangeChoice;
  readonly version: number;
  readonly newCodes: boolean;
  readonly newRange: boolean;
  /** Somebody else saved meanwhile. */
  readonly conflict: boolean;
  setCodes(codes: readonly string[]): void;
  setRange(range: RangeChoice): void;
  /** Back to what is stored. */
  reset(): void;
  save(): Promise<void>;
}

/** Edits permissions and range of a role together: what is read again while somebody edits waits, and nothing that was ticked is lost. */
export function useAuthority(roleId: string, stored: Authority): AuthorityEditor {
  const t = useT('kit');
  const { message } = App.useApp();
  const { contract } = useRoleArea();
  const [base, setBase] = useState(stored);
  const [codes, setCodes] = useState(stored.codes);
  const [range, setRange] = useState(stored.range);
  // What waits until others agree is shown as it is stored.
  const waits = useRef(false);
  const grants = useSave(contract.saveResources, {
    message: null,
    onHeld: () => {
      waits.current = true;
      setCodes(base.codes);
    },
  });
  const ranges = useSave(contract.saveRanges, { message: null, onHeld: () => setRange(base.range) });
  const newCodes = !sameSet(codes, base.codes);
  const newRange = !sameRange(range, base.range);
  const take = (next: Authority): void => {
    setBase(next);
    setCodes(next.codes);
    setRange(next.range);
    grants.clear();
    ranges.clear();
  };
  if (!newCodes && !newRange && !sameAuthority(stored, base)) {
    setBase(stored);
    setCodes(stored.codes);
    setRange(stored.range);
  }
  const save = async (): Promise<void> => {
    let { version } = base;
    waits.current = false;
    const saved = newCodes ? await grants.save({ roleId, version, codes: [...codes] }) : undefined;
    if (saved) {
      ({ version } = saved);
      setBase({ ...base, version, codes });
    }
    const placed =
      newRange && (saved || waits.current || !newCodes) ? await ranges.save({ roleId, version, range: rangeRequest(range) }) : undefined;
    if (placed) setBase({ version: placed.version, codes: saved ? codes : base.codes, range });
    await invalidate(contract.resources, contract.ranges, contract.find, contract.list);
    if ((saved || !newCodes) && (placed || !newRange)) void message.success(t('form.saved'));
  };
  return {
    codes,
    range,
    version: base.version,
    newCodes,
    newRange,
    saving: grants.saving || ranges.saving,
    issues: [...grants.issues, ...ranges.issues],
    conflict: grants.conflict !== undefined || ranges.conflict !== undefined,
    setCodes,
    setRange,
    reset: () => take(stored),
    save,
  };
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));

const sameRange = (one: RangeChoice, other: RangeChoice): boolean =>
  one.kind === other.kind && (one.kind !== 'chosen' || sameSet(one.ids, other.ids));

const sameAuthority = (one: Authority, other: Authority): boolean =>
  one.version === other.version && sameSet(one.codes, other.codes) && sameRange(one.range, other.range);
