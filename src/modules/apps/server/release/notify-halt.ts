import { inEach, type LocalDraft } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningKind } from '#kit/server/warning/warning-kind.ts';
import type { RolloutHalt } from '../../common/rollout.contract.ts';
import { mailOfHalt } from './notice-mail.ts';

/** A rollout that halted by itself. */
export interface HaltNotice {
  readonly warning: WarningKind;
  readonly halt: RolloutHalt;
  /** Its version, and the department to which that belongs. */
  readonly object: { readonly kind: string; readonly id: string; readonly deptId: string };
  /** What was rolled out, and its version. */
  readonly name: LocalDraft;
  readonly version: string;
  /** Who is mailed. */
  readonly people: readonly string[];
}

/** Notifies that a rollout halted: the people whom the rules of alerts name, and by mail. */
export async function notifyHalt(tx: Tx, services: Pick<Services, 'warnings' | 'mails'>, news: HaltNotice): Promise<void> {
  const { warning, halt, object, version } = news;
  const { zh_CN, en_US, ja_JP } = inEach(news.name);
  const name = { zh_CN: `${zh_CN} ${version}`, en_US: `${en_US} ${version}`, ja_JP: `${ja_JP} ${version}` };
  const { gate, value, limit, sample } = halt;
  const facts = { gate, value: String(value), limit: String(limit), sample: String(sample) };
  await services.warnings.raise(tx, { kind: warning.kind, object: { ...object, name }, facts });
  await mailOfHalt(tx, services, news);
}
