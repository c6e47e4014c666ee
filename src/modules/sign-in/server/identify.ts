import type { Db, Directory } from '#kit/server/directory.ts';
import type { AuthMatch } from '../common/auth-config.ts';
import type { TestReport } from '../common/auth-setting.contract.ts';
import { WayFailure } from './failure.ts';
import { matchPeople, onePerson, type Attributes } from './match-person.ts';
import type { Trace } from './trace.ts';

interface Beside {
  db: Db;
  directory: Directory;
  match: AuthMatch;
  trace: Trace;
}

const failures = { several: 'severalPeople', disabled: 'disabledPerson', account: 'noPerson' } as const;

/** Writes into a report what the other system says of the person and who that is here; throws WayFailure where it is not exactly one. */
export async function identify({ db, directory, match, trace }: Beside, attributes: Attributes, report: TestReport): Promise<void> {
  report.attributes = Object.entries(attributes)
    .slice(0, 100)
    .map(([name, values]) => ({ name, values: values.slice(0, 10).map((value) => value.slice(0, 300)) }));
  await trace('person', `${match.attribute} → ${match.field}`, async () => {
    const { person, why } = onePerson(await matchPeople({ db, directory }, attributes, match));
    if (!person) throw new WayFailure(why === 'several' || why === 'disabled' ? failures[why] : failures.account);
    report.person = { uid: person.uid, name: person.name, account: person.account };
  });
  report.ok = true;
}
