import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { BerReader, BerWriter, PagedResultsControl, PresenceFilter, SearchRequest } from 'ldapts';

/** An entry of the stand-in. */
export interface StandInEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What it answers to a page: entries, and whether more is to come though none did. */
export interface StandInPage {
  readonly entries: readonly StandInEntry[];
  /** Result of the page: 0 unless another is given (4: the size limit). */
  readonly status?: number;
}

const anything = new PresenceFilter({ attribute: 'objectClass' });
const tags = { bind: 0x60, bound: 0x61, search: 0x63, entry: 0x64, done: 0x65, controls: 0xa0 };

function message(id: number, tag: number, body: (writer: BerWriter) => void, controls?: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  body(writer);
  writer.endSequence();
  if (controls) {
    writer.startSequence(tags.controls);
    controls(writer);
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

const result =
  (status: number) =>
  (writer: BerWriter): void => {
    writer.writeEnumeration(status);
    writer.writeString('');
    writer.writeString('');
  };

function entryMessage(id: number, { dn, attributes }: StandInEntry): Buffer {
  return message(id, tags.entry, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, value] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
}

/**
 * Stands for directories that do what slapd can't be made to do: each search below `base` gets these pages in turn, with a cookie on every
 * page but the last, whether it holds entries or not. Any name and password may bind.
 */
export async function startLdapStandIn(pages: readonly StandInPage[]): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, id: number, reader: BerReader): void => {
    const request = new SearchRequest({ messageId: id, filter: anything });
    request.parse(reader, []);
    const paging = request.controls?.find((control) => control instanceof PagedResultsControl);
    const at = Number(paging?.value?.cookie?.toString() || 0);
    const page = pages[at] ?? { entries: [] };
    for (const entry of page.entries) socket.write(entryMessage(id, entry));
    const cookie = at + 1 < pages.length ? Buffer.from(String(at + 1)) : Buffer.alloc(0);
    const control = new PagedResultsControl({ value: { size: 0, cookie } });
    socket.write(message(id, tags.done, result(page.status ?? 0), (writer) => control.write(writer)));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const reader = new BerReader(rest);
        if (reader.readSequence() === null || reader.remain < reader.length) return;
        const length = reader.offset + reader.length;
        const one = new BerReader(rest.subarray(0, length));
        rest = rest.subarray(length);
        one.readSequence();
        const id = one.readInt() ?? 0;
        const tag = one.readSequence();
        if (tag === tags.bind) socket.write(message(id, tags.bound, result(0)));
        else if (tag === tags.search) answer(socket, id, one);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
