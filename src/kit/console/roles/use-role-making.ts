import { App } from 'antd';
import { useRef, useState } from 'react';
import { code, type Issue } from '#kit/common/codes.ts';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { memberKinds, type MemberKind } from '#kit/common/role/role-range.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useRequestKey } from '../call/use-request-key.ts';
import { issuesOf } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { invalidate } from '../page/query.ts';
import { isComplete, rangeRequest, type RangeChoice } from './range-editor.tsx';
import { useHoldingArea } from './role-area.ts';

/** The steps of a new role, each saved by calls of its own: their rights, approvals and records are those of the single screens. */
export type RoleStep = 'name' | 'what' | 'where' | 'who';

/** What was entered for a new role. */
export interface RoleRequest {
  readonly draft: object;
  readonly codes: readonly string[];
  readonly range: RangeChoice;
  readonly members: Readonly<Record<MemberKind, readonly string[]>>;
  readonly until: number | null;
}

/** A role that is being made. */
export interface RoleMaking {
  /** Makes it, or goes on where the last try was refused. */
  make(request: RoleRequest, steps: readonly RoleStep[]): Promise<void>;
  readonly saving: boolean;
  /** The step that was refused, and why; the role stands already where it is not the first. */
  readonly refused: { readonly step: RoleStep; readonly issues: readonly Issue[] } | undefined;
  /** The role stands. */
  readonly stands: boolean;
}

/** Ends the making where a step was refused. */
class StepRefused extends Error {
  readonly step: RoleStep;
  readonly issues: readonly Issue[];
  constructor(step: RoleStep, issues: readonly Issue[]) {
    super(step);
    this.step = step;
    this.issues = issues;
  }
}

type RequestKey = ReturnType<typeof useRequestKey>;

/** What an operation answered; undefined where it waits until others agree. */
async function attempt<E extends Endpoint>(step: RoleStep, operation: E, input: Input<E>, key?: RequestKey): Promise<Reply<E> | undefined> {
  try {
    const reply = await call(operation, input, { silent: [code.invalid, code.taken, code.stale], ...key?.of(input) });
    key?.ended();
    return reply;
  } catch (error) {
    key?.ended(error);
    // What was lost on its way is told by a message, and done again by the same button.
    if (!(error instanceof CallError) || error.status !== 'refused') throw error;
    if (error.code === code.approval) return undefined;
    const found = issuesOf(error);
    throw new StepRefused(step, found.length > 0 ? found : [{ path: '', message: error.msg }]);
  }
}

/** Makes a role with what it gives, where, and to whom, one call after the other; what waits for approval does not stop the rest. */
export function useRoleMaking(onDone: (roleId: string | undefined) => void, onSettled: () => void): RoleMaking {
  const t = useT('kit');
  const { message } = App.useApp();
  const { contract } = useHoldingArea();
  const key = useRequestKey(contract.save);
  const made = useRef<string>(undefined);
  const done = useRef(new Set<string>());
  const [saving, setSaving] = useState(false);
  const [stands, setStands] = useState(false);
  const [refused, setRefused] = useState<RoleMaking['refused']>();
  const assign = { employee: contract.assignEmployees, department: contract.assignDepartments, crowd: contract.assignCrowds };

  /** Runs one part once. */
  const once = async <E extends Endpoint>(part: string, step: RoleStep, operation: E, input: () => Promise<Input<E>> | Input<E>) => {
    if (done.current.has(part)) return;
    await attempt(step, operation, await input());
    done.current.add(part);
  };

  const give = async (roleId: string, request: RoleRequest, steps: readonly RoleStep[]): Promise<void> => {
    if ('saveResources' in contract) {
      const at = async () => ({ roleId, version: (await call(contract.resources, { roleId })).version });
      const { saveResources, saveRanges } = contract;
      if (steps.includes('what') && request.codes.length > 0)
        await once('codes', 'what', saveResources, async () => ({ ...(await at()), codes: [...request.codes] }));
      if (steps.includes('where') && isComplete(request.range))
        await once('range', 'where', saveRanges, async () => ({ ...(await at()), range: rangeRequest(request.range) }));
    }
    for (const kind of memberKinds) {
      const ids = [...request.members[kind]];
      if (ids.length > 0) await once(kind, 'who', assign[kind], () => ({ roleId, ids, until: request.until }));
    }
  };

  const make = async (request: RoleRequest, steps: readonly RoleStep[]): Promise<void> => {
    setRefused(undefined);
    setSaving(true);
    try {
      made.current ??= (await attempt('name', contract.save, request.draft as Input<typeof contract.save>, key))?.roleId;
      // A role that waits for approval is made without members and permissions.
      if (made.current === undefined) return onDone(undefined);
      setStands(true);
      await give(made.current, request, steps);
      // From here on nothing is given up by leaving; the page knows it before it goes on.
      onSettled();
      await invalidate(contract.list, contract.find, contract.search);
      const { name } = request.draft as { name?: string };
      void message.success(t('grant.made', { name: name ?? '' }));
      onDone(made.current);
    } catch (error) {
      if (error instanceof StepRefused) setRefused({ step: error.step, issues: error.issues });
      else if (!(error instanceof CallError)) throw error;
      await invalidate(contract.list, contract.find, contract.search);
    } finally {
      setSaving(false);
    }
  };
  return { make, saving, refused, stands };
}
