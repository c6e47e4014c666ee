import type { RawRecord, RawValue } from '../connector.ts';
import type { Credentials, ErrorCodes, HttpClient } from './http-client.ts';
import type { Asked } from './pages.ts';

/** Stands for the source's root among the departments of somebody. */
export const topDepartment = '$top';

/** What reading a directory takes. */
export interface DirectoryWay extends Asked {
  /** Attributes that the mapping looks at; absent: all. */
  readonly wanted: Partial<Readonly<Record<RawRecord['of'], readonly string[]>>>;
  /** Ids of the departments that were read, in their order. */
  readonly departments: string[];
  /** The mark of the last reading, for one of changes. */
  readonly since: string | undefined;
  /** Notes the mark of this reading. */
  note(mark: string): void;
}

/** What a page brought. */
export interface HttpPage {
  readonly records: readonly RawRecord[];
  /** Ids of people that the other side says are gone. */
  readonly gone?: readonly string[];
}

/** How the directory of one shape is read. */
export interface HttpShape {
  /** Its own address, where it is always the same. */
  readonly base: string;
  readonly codes: ErrorCodes;
  credentials(secret: string): Credentials;
  /** A call that shows whether one is let in. */
  tryOut(way: DirectoryWay): Promise<unknown>;
  departments(way: DirectoryWay): AsyncGenerator<HttpPage>;
  /** People; whoever is in several departments may come several times. */
  people(way: DirectoryWay): AsyncGenerator<HttpPage>;
  /** One object by its id; undefined where there is none. Absent: it can't be asked for alone. */
  one?(way: DirectoryWay, of: RawRecord['of'], id: string): Promise<RawRecord | undefined>;
}

type Values = Record<string, RawValue>;

/** A record of a person or department; what is undefined is not delivered. */
export const recordOf = (
  of: RawRecord['of'],
  attributes: Values,
  workedOut: Readonly<Record<string, RawValue | undefined>>,
): RawRecord => ({
  of,
  values: {
    ...attributes,
    ...Object.fromEntries(Object.entries(workedOut).filter((one): one is [string, RawValue] => one[1] !== undefined)),
  },
});

/** Fetches a token with the first call, where that is all that letting in takes. */
export async function enter({ client, credentials }: { client: HttpClient; credentials: Credentials }): Promise<void> {
  await credentials.enter(client);
}
