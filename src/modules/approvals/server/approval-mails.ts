import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices, Services } from '#kit/server/services.ts';
import { changeApproval } from '../common/permissions.ts';
import type { RequestOutcome } from '../common/request.contract.ts';
import type { RequestData } from './approvers.ts';
import { partners } from './events.ts';

type Mailed = Pick<RequestData, 'id' | 'version' | 'operation' | 'lines' | 'reason' | 'requester' | 'caller' | 'expires_at'>;

/** A mail to everybody who could agree. */
export async function mailAsked(tx: Db, services: Services, request: Mailed, approvers: readonly string[]): Promise<void> {
  const until = new Date(request.expires_at).toISOString().slice(0, 16).replace('T', ' ');
  await mailTo(tx, services, request, { template: 'approval.asked', uids: approvers, values: () => ({ until }) });
}

/** What became of a request. */
interface Outcome {
  outcome: RequestOutcome;
  /** Who decided, and in which words; nobody where it ended by itself. */
  by?: { uid: string; name: string } | undefined;
  comment?: string | null | undefined;
  /** More people who must know, beside the requester and those who took part. */
  also?: readonly string[] | undefined;
}

/** A mail about what became of a request: to the requester and to everybody who took part, but not to who brought it about. */
export async function mailOutcome(
  tx: Db,
  services: Services,
  request: Mailed,
  { outcome, by, comment, also = [] }: Outcome,
): Promise<void> {
  const everybody = new Set([request.requester, ...(await partners(tx, request.id)), ...also]);
  if (by) everybody.delete(by.uid);
  const values = (language: Language) => ({
    outcome: services.texts.text(language, 'approvals', `outcome.${outcome}`),
    by: by?.name ?? '-',
    comment: comment?.trim() || '-',
  });
  await mailTo(tx, services, request, { template: 'approval.outcome', key: outcome, uids: [...everybody], values });
}

interface Letter {
  template: string;
  uids: readonly string[];
  values: (language: Language) => Readonly<Record<string, string>>;
  /** What tells this mail from others about the same version of the request. */
  key?: string;
}

async function mailTo(tx: Db, services: CoreServices, request: Mailed, { template, key = '', uids, values }: Letter): Promise<void> {
  const { name } = request.caller;
  const objects = request.lines.slice(0, 5).map((line) => line.name);
  const common = {
    requester: name,
    objects: objects.join(', ') || '-',
    reason: request.reason ?? '-',
    link: `${services.settings.publicUrl ?? ''}${changeApproval.route}?tab=all&id=${request.id}`,
  };
  for (const uid of uids) {
    const person = await services.directory.byUid(tx, uid);
    // In the language of who reads it.
    const language = person?.language ?? request.caller.language;
    if (person?.email)
      await services.mails.queue(tx, {
        template,
        to: { address: person.email, name: person.name },
        language,
        values: { ...common, what: services.words.action(request.operation, language), ...values(language) },
        dedupeKey: `${template} ${key} ${request.id} ${request.version} ${uid}`,
      });
  }
}
