import type { Platform } from '#kit/common/client/platforms.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import { kindOf, type FileAction, type FileType } from '../../common/words.ts';
import type { Book, Person } from './book.ts';
import { actionOf } from './decide.ts';
import type { FactDevice, FactFile, Facts } from './facts.ts';
import { fileSourcesOf } from './file-sources.ts';
import { insideOf } from './read-archive.ts';
import { readFiles, type KnownFile } from './read-files.ts';
import { readPeople } from './read-people.ts';

/** A file that is about to be made. */
export interface DescribedFile {
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  readonly level?: 0 | 1 | 2 | 3 | undefined;
}

/** Who wants to do what with which file, from where. */
export interface Asked {
  readonly employeeId: string;
  readonly action: FileAction;
  readonly platform: Platform;
  readonly address: string | null;
  /** Now unless said. */
  readonly at?: number | null | undefined;
  readonly file: { readonly fileId: string } | DescribedFile;
  readonly recipientIds?: readonly string[] | undefined;
  readonly external?: boolean | undefined;
  readonly device?: FactDevice | null | undefined;
}

/** Facts with the file that is behind them, where there is one. */
export interface Gathered {
  readonly facts: Facts;
  readonly known: KnownFile | null;
}

/** What the enterprise's limits call an action; undefined where they do not hold it. */
function limitAction(action: FileAction): 'preview' | 'download' | 'forward' | 'upload' | undefined {
  if (action === 'upload' || action === 'preview') return action;
  const kind = kindOf(action);
  return kind === 'send' ? 'forward' : kind === 'download' ? 'download' : undefined;
}

type Parts = Pick<Services, 'database' | 'now' | 'files'>;

/** Reads everything that a decision looks at; undefined where there is no such person or file. */
export async function gather(services: Parts, db: Db, book: Book, asked: Asked): Promise<Gathered | undefined> {
  const at = asked.at ?? services.now();
  const recipientIds = asked.recipientIds ?? [];
  const people = await readPeople(db, [asked.employeeId, ...recipientIds], book.crowds);
  const person = people.get(asked.employeeId);
  if (!person) return undefined;
  const file = await fileOf(services, db, { book, asked, person });
  if (!file) return undefined;
  const external = asked.external === true || recipientIds.some((id) => !people.has(id));
  const facts: Facts = {
    person,
    action: asked.action,
    platform: asked.platform,
    address: asked.address,
    at,
    file: file.fact,
    device: asked.device ?? null,
    // Whoever is no longer here counts as outside.
    recipients: recipientIds.flatMap((id) => people.get(id) ?? []),
    external,
    limit: null,
  };
  return { facts: { ...facts, limit: await limitOf(services, facts) }, known: file.known };
}

async function fileOf(
  services: Parts,
  db: Db,
  { book, asked, person }: { book: Book; asked: Asked; person: Person },
): Promise<{ fact: FactFile; known: KnownFile | null } | undefined> {
  const { file } = asked;
  if (!('fileId' in file))
    return { fact: { ...file, id: null, level: file.level ?? book.defaultLevel, held: false, reached: null }, known: null };
  const known = (await readFiles(db, [file.fileId], { defaultLevel: book.defaultLevel, now: services.now() })).get(file.fileId);
  if (!known) return undefined;
  const own = known.owner === person.id ? [known.id] : [];
  const reached = (await fileSourcesOf(services).reached(db, person.id, [known.id], own)).has(known.id);
  return { fact: { ...known, reached, inside: await insideOf(services, db, known) }, known };
}

async function limitOf(services: Parts, { action, external, person, platform, address, at }: Facts): Promise<Facts['limit']> {
  const asked = limitAction(actionOf({ action, external }));
  if (!asked) return null;
  const verdict = await limitsOf(services).tried.file(person.id, asked, { platform, address, at });
  return { allowed: verdict.allowed, id: verdict.rule?.id ?? null, name: verdict.rule?.name ?? '' };
}
