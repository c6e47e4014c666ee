import { Ber, BerWriter, Control, FilterParser, type BerReader, type Entry } from 'ldapts';
import { SourceFailure, type RawRecord } from '../connector.ts';
import { textOf } from './attributes.ts';
import { kindOfDeleted } from './deleted.ts';
import { adDialect } from './dialect.ts';
import type { Session } from './session.ts';

/** Where the value of a control stands in a message. */
const valueTag = Ber.OctetString;
const mostBytes = 2_000_000;

/** The DirSync control (MS-ADTS 3.1.1.3.4.1.3): asked at the root of a naming context, it answers what changed since its cookie. */
class DirSync extends Control {
  cookie: Buffer;
  hasMore = false;
  constructor(cookie: Buffer) {
    super('1.2.840.113556.1.4.841', { critical: true });
    this.cookie = cookie;
  }
  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeInt(mostBytes);
    if (this.cookie.length > 0) value.writeBuffer(this.cookie, Ber.OctetString);
    else value.writeString('');
    value.endSequence();
    writer.writeBuffer(value.buffer, valueTag);
  }
  protected override parseControl(reader: BerReader): void {
    if (reader.readSequence() === null) return;
    this.hasMore = reader.readInt() !== 0;
    reader.readInt();
    this.cookie = reader.readString(Ber.OctetString, true) ?? Buffer.alloc(0);
  }
}

/** Rounds after which a directory that always has more is held to be going in circles. */
const mostRounds = 100_000;

async function* changesOf(
  session: Session,
  request: { root: string; filter: string; attributes: readonly string[] },
  control: DirSync,
): AsyncGenerator<readonly Entry[]> {
  for (let round = 0; round < mostRounds; round += 1) {
    const page = await session.raw({
      base: request.root,
      scope: 'sub',
      filter: FilterParser.parseString(request.filter),
      attributes: request.attributes,
      controls: [control],
    });
    yield page.entries;
    if (!control.hasMore) return;
  }
  throw new SourceFailure('protocol', request.root);
}

/** The cookie of now: read before a full reading, so that what changes meanwhile comes with the next one. */
export async function dirSyncCookie(session: Session, root: string): Promise<string> {
  const control = new DirSync(Buffer.alloc(0));
  // Which objects are told does not matter to the cookie: few are enough.
  const few = { root, filter: '(objectClass=domainDNS)', attributes: ['objectGUID'] };
  for await (const _entries of changesOf(session, few, control));
  return control.cookie.toString('base64');
}

/** Ids of what changed and of what is gone since a cookie. A value that was cleared and one that is as before look the same here, so the objects are read again. */
export async function dirSyncChanges(
  session: Session,
  root: string,
  cookie: string,
): Promise<{ changed: string[]; gone: { of: RawRecord['of']; id: string }[]; cookie: string }> {
  const control = new DirSync(Buffer.from(cookie, 'base64'));
  const changed = new Set<string>();
  const gone: { of: RawRecord['of']; id: string }[] = [];
  // Whom we want is decided when they are read again; computers, which change all the time, are nobody.
  const request = { root, filter: '(!(objectClass=computer))', attributes: [] };
  for await (const entries of changesOf(session, request, control))
    for (const entry of entries) {
      const id = adDialect.idOf(entry);
      if (id === undefined) continue;
      if (textOf(entry, 'isDeleted')?.toUpperCase() !== 'TRUE') changed.add(id);
      else {
        // A deleted object may be told by its class or not; who it was is known by its id anyway.
        const of = kindOfDeleted(entry, 'ou');
        for (const kind of of ? [of] : (['employee', 'department'] as const)) gone.push({ of: kind, id });
      }
    }
  return { changed: [...changed], gone, cookie: control.cookie.toString('base64') };
}
