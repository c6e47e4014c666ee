import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { caseRun, type CaseResult } from '#modules/access/common/case.contract.ts';
import { casesOf, noteRuns, type StoredCase } from '#modules/access/server/public.ts';
import { apiTest } from '#modules/access/common/test.contract.ts';
import { loadDraft } from '../run/load-draft.ts';
import { valueAt } from '../run/mapping.ts';
import { testDefinition } from './workbench.ts';

/** An answer as JSON; undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

async function runOne(call: Call, input: Parsed<typeof caseRun>, { id, name, given, expect }: StoredCase): Promise<CaseResult> {
  const asked = apiTest.input.parse({ id: input.interfaceId, ...given, write: input.write });
  const { class: how, ms, answer, sentence } = await testDefinition(call, asked as Parsed<typeof apiTest>);
  const read = jsonOf(answer);
  const differences = [
    ...(how === expect.class ? [] : [{ path: 'class', expected: expect.class, found: how }]),
    ...expect.values.flatMap(({ path, equals }) => {
      const found = shown(valueAt(read, path));
      return found === equals ? [] : [{ path, expected: equals, found: found.slice(0, 2000) }];
    }),
  ];
  return { id, name, ok: differences.length === 0, class: how, ms, differences, sentence };
}

/** Runs cases of a draft one after the other against the live system behind. */
async function run(call: Call, input: Parsed<typeof caseRun>): Promise<Reply<typeof caseRun>> {
  const { services, caller, db } = call;
  const loaded = await loadDraft(db, caller, { id: input.interfaceId });
  if (loaded.isWrite && !input.write) throw new InvalidInput([{ path: 'write', namespace: 'access', key: 'issue.testWrite' }]);
  const cases = await casesOf(db, input.interfaceId, input.ids);
  const list: CaseResult[] = [];
  const until = performance.now() + 120_000;
  for (const one of cases) {
    if (performance.now() > until) break;
    list.push(await runOne(call, input, one));
  }
  await noteRuns(db, list, services.now());
  const passed = list.filter(({ ok }) => ok).length;
  caller.touch({ kind: 'apiInterface', id: input.interfaceId, name: loaded.name });
  caller.note({ cases: list.length, passed });
  return { list, passed };
}

/** Cases, as they are run. */
export const caseRunRoutes: readonly BoundRoute[] = [handle(caseRun, run)];
