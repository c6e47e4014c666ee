import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { fileCase, type FileCase } from '../../common/case.ts';
import { fileTest } from '../../common/draft.contract.ts';
import type { VerdictWord } from '../../common/words.ts';
import { directory } from '../directory.ts';
import type { Book, RuleSet } from '../rule/book.ts';
import { decide } from '../rule/decide.ts';
import { gather, type Asked } from '../rule/gather.ts';
import { deviceOfCase } from '../rule/read-device.ts';

/** Saved tests on the server. */
export const fileTests = crudServer(fileTest, { table: 'file_rule_test', directory });

/** A case as it is asked. */
export async function askedOf(db: Db, one: FileCase): Promise<Asked> {
  const { employeeId, action, platform, address, at, file, recipientIds, external } = one;
  return {
    employeeId,
    action,
    platform,
    address: address === '' ? null : address,
    at,
    file: file.fileId === null ? { name: file.name, type: file.type, size: file.size, level: file.level } : { fileId: file.fileId },
    recipientIds,
    external,
    device: await deviceOfCase(db, one),
  };
}

/** What became of a saved test. */
export interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly expected: VerdictWord;
  readonly got: VerdictWord;
  readonly passed: boolean;
}

/** Decides every saved test under a version. A case whose person is gone is blocked. */
export async function runTests(
  services: Pick<Services, 'database' | 'now' | 'files'>,
  db: Db,
  { book, set }: { book: Book; set: RuleSet },
): Promise<TestResult[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    testCase: unknown;
    expected: VerdictWord;
  }>`select id, name, test_case as "testCase", expected
    from file_rule_test where enabled order by lower(name)`.execute(db);
  const results: TestResult[] = [];
  for (const { id, name, testCase, expected } of rows) {
    const known = fileCase.safeParse(testCase);
    const gathered = known.success ? await gather(services, db, book, await askedOf(db, known.data)) : undefined;
    const got = gathered ? decide(book, set, gathered.facts).verdict : 'block';
    results.push({ id, name, expected, got, passed: got === expected });
  }
  return results;
}
