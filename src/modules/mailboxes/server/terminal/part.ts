import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { typeOf } from '#modules/file-security/common/mime-types.ts';
import { mayUseFile } from '#modules/file-security/server/public.ts';
import type { clientMailPart } from '../../common/terminal/read.contract.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { MailFault } from '../engine/fault.ts';
import { fetchMail, inFolder } from '../engine/mails.ts';
import type { MailPart } from '../engine/structure.ts';
import { openBox, platformOf, talking } from './open-box.ts';

const mebibyte = 1024 * 1024;
/** Longest download, and how much more than the file it may take on the way: base64, and what the library asks beside. */
const slowest = 5 * 60_000;
const overhead = 1.5;

/** A file in a mail with what it is; a fault `missing` where there is none. */
async function partOf(client: ImapFlow, uid: number, part: string): Promise<MailPart> {
  const { shape } = await fetchMail(client, uid);
  const found = shape.parts.find((one) => one.part === part);
  if (!found) throw new MailFault('missing');
  return found;
}

/** Refuses what file security refuses (18240), and what it allows only under conditions that can't be met here (18244). */
export async function assertMayTake(call: ClientCall, { name, contentType, size }: MailPart): Promise<void> {
  const { services, caller, terminal } = call;
  const answer = await mayUseFile(services, {
    employeeId: caller.uid,
    action: 'download',
    platform: platformOf(call),
    address: caller.address || null,
    file: { name, type: typeOf(contentType), size },
    language: caller.language,
    installId: terminal.installId,
  });
  if (answer.code !== 0)
    throw new Refusal(answer.code, { message: answer.text ?? '', ref: answer.ref }, { decision: answer.ref, message: answer.text });
  const { watermark, container, readOnly } = answer.conditions;
  // A file in a mail is no file of the store yet: marking and encrypting it is not done here, so it does not leave.
  if (watermark || container || readOnly)
    throw new Refusal(18244, { reason: { namespace: 'file-security', key: 'unshown.format' } }, { reason: 'format', decision: answer.ref });
}

/** Answers an attachment as it comes, with constant memory; the connection is held meanwhile. */
export async function part(call: ClientCall, input: ClientInput<typeof clientMailPart>): Promise<unknown> {
  const { accountId, folder, uid, part: number } = input;
  const opened = await openBox(call, { accountId, folder, uses: 'attachments', rights: ['read'], action: 'read' });
  const { box } = opened;
  const connections = mailConnectionsOf(call.services);
  const found = await talking(() => connections.use(box, (client) => inFolder(client, { folder }, () => partOf(client, uid, number))));
  const most = box.limits.messageSize * mebibyte;
  if (found.size > most * overhead) throw new Refusal(17007, { n: `${box.limits.messageSize} MiB` });
  await assertMayTake(call, found);
  const { response } = call;
  const out = new PassThrough();
  response
    .header('content-type', found.contentType.startsWith('text/html') ? 'application/octet-stream' : found.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.name).replace(/['()*]/g, '_')}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store');
  call.request.headers['x-no-compression'] = 'file';
  await talking(() =>
    connections.use(
      box,
      (client) =>
        inFolder(client, { folder }, async () => {
          const { content } = await client.download(String(uid), number, { uid: true });
          if (!content) throw new MailFault('missing');
          void response.send(out);
          await pipeline(content, out);
        }),
      { millis: slowest, bytes: most * overhead + 8 * mebibyte },
    ),
  ).catch((error: unknown) => {
    // The head has left: the answer ends in its middle, and the terminal sees that it is cut.
    if (!response.sent) throw error;
    out.destroy();
  });
  return undefined;
}
