import type { Language } from '#kit/common/language.ts';
import { findFile } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { drawIcon } from '../app/icon.ts';
import { readInWorker } from '../package/open-reader.ts';
import type { PackageReading } from '../package/read/facts.ts';
import { PackageFault } from '../package/read/source.ts';

/** What was read lately, so that a package which is looked at and then added is read once. */
const lately = new Map<string, PackageReading>();
const kept = 40;

/** Reads an uploaded package of the caller's own. Refuses with 13001..13007 in the words of the reader's language. */
export async function readUpload(
  call: Pick<Call, 'db' | 'services' | 'caller'>,
  fileId: string,
): Promise<PackageReading & { name: string }> {
  const { services, caller, db } = call;
  const file = await findFile(db, caller.uid, fileId, services.now());
  const kind = file.name.toLowerCase().endsWith('.ipa') ? 'ipa' : file.name.toLowerCase().endsWith('.apk') ? 'apk' : undefined;
  if (!kind) throw new InvalidInput([{ path: 'fileId', namespace: 'apps', key: 'package.kinds' }]);
  const known = lately.get(`${kind} ${file.hash}`);
  if (known) return { ...known, name: file.name };
  try {
    const reading = await drawn(await readInWorker(services.files, { size: file.size, sha256: file.hash, kind, now: services.now() }));
    lately.set(`${kind} ${file.hash}`, reading);
    for (const key of lately.keys()) if (lately.size > kept) lately.delete(key);
    return { ...reading, name: file.name };
  } catch (error) {
    if (error instanceof PackageFault) throw refusalOf(error, { kind, services, language: caller.language });
    throw error;
  }
}

/** A package with its icon drawn; without one that can be drawn, or without any name, it is taken with a warning. */
async function drawn(reading: PackageReading): Promise<PackageReading> {
  const icon = await drawIcon(reading.icon);
  const missing = [...(icon ? [] : ['noIcon']), ...(Object.keys(reading.facts.labels).length > 0 ? [] : ['noLabel'])];
  const findings = [...reading.findings, ...missing.map((code) => ({ level: 'warn' as const, code, params: {} }))];
  return { ...reading, findings, icon: icon ?? new Uint8Array() };
}

/** A fault of a package as a refusal, with its reason in words. */
function refusalOf(
  fault: PackageFault,
  { kind, services, language }: { kind: string; services: Pick<Services, 'texts'>; language: Language },
): Refusal {
  const words = services.texts.text(language, 'apps', `package.reason.${fault.reason}`, { subject: fault.subject });
  const reason = fault.subject === '' || words.includes(fault.subject) ? words : `${words} (${fault.subject})`;
  return new Refusal(
    fault.code,
    {
      kind: kind.toUpperCase(),
      reason,
      entry: fault.subject || kind.toUpperCase(),
      found: fault.subject,
      expected: fault.expected || kind,
    },
    { reason: fault.reason, subject: fault.subject },
  );
}
